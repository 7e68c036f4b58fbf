//! What is asked of the system: memory that was freed goes back, and threads that compute stand behind those that answer.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod gnu {
    use std::ffi::{c_int, c_uint};

    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> c_int;
        fn setpriority(which: c_int, who: c_uint, priority: c_int) -> c_int;
    }

    /// Gives freed memory back. The C library keeps what a thread has freed for the next thread, in an arena for each:
    /// after some large computations a server would hold gigabytes in which nothing is.
    pub(crate) fn give_back() {
        // SAFETY: the function has no conditions: it takes the locks of the arenas, and touches nothing that is in use.
        unsafe {
            malloc_trim(0);
        }
    }

    /// Lets this thread compute when others have nothing to do: a page that costs nothing is answered at once, however
    /// many threads compute.
    pub(crate) fn stand_behind() {
        const OF_A_PROCESS: c_int = 0;
        const THIS_THREAD: c_uint = 0;
        // SAFETY: three numbers; on Linux a process of this call is a thread. One that is refused changes nothing.
        unsafe {
            setpriority(OF_A_PROCESS, THIS_THREAD, 10);
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) use gnu::{give_back, stand_behind};

/// Other systems give memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}

/// Other systems have no priority of a thread that is set so simply.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn stand_behind() {}
