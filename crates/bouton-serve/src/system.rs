//! System calls: freed memory is returned, and threads that compute have a lower priority than
//! those that answer.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod gnu {
    use std::ffi::{c_int, c_uint};

    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> c_int;
        fn setpriority(which: c_int, who: c_uint, priority: c_int) -> c_int;
    }

    /// Returns freed memory. The C library keeps memory that a thread has freed for the next
    /// thread, in an arena for each, so after some large computations a server would hold gigabytes
    /// of unused memory.
    pub(crate) fn give_back() {
        // SAFETY: the function has no preconditions: it takes the locks of the arenas and does not
        // touch memory in use.
        unsafe {
            malloc_trim(0);
        }
    }

    /// Lowers the priority of this thread: a page that costs nothing is answered at once, however
    /// many threads compute.
    pub(crate) fn stand_behind() {
        const OF_A_PROCESS: c_int = 0;
        const THIS_THREAD: c_uint = 0;
        // SAFETY: the arguments are three numbers; on Linux a process of this call is a thread. A
        // refused call changes nothing.
        unsafe {
            setpriority(OF_A_PROCESS, THIS_THREAD, 10);
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) use gnu::{give_back, stand_behind};

/// Other systems return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}

/// Other systems do not have such a simple call for the priority of a thread.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn stand_behind() {}
