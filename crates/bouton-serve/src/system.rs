//! System calls: freed memory is returned, and threads that compute have a lower priority than
//! those that answer.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod gnu {
    use std::ffi::{c_int, c_uint};

    /// Blocks from this size on are taken from the system one by one.
    const MMAP_THRESHOLD: c_int = 1 << 20;

    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> c_int;
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
        fn getpriority(which: c_int, who: c_uint) -> c_int;
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
        // It does not return the end of an arena other than the first one. Freeing a block at that end does.
        const BLOCK: usize = 1 << 19;
        drop(std::hint::black_box(Vec::<u8>::with_capacity(BLOCK)));
    }

    /// Makes the C library take large blocks from the system and return them one by one, and return the ends
    /// of arenas.
    ///
    /// By default the C library raises both thresholds with the largest block that was freed (up to 32 and 64
    /// MiB), and each thread would keep as much.
    pub(crate) fn keep_little() {
        const M_TRIM_THRESHOLD: c_int = -1;
        const M_MMAP_THRESHOLD: c_int = -3;
        // SAFETY: the parameters are documented ones; a refused value changes nothing.
        unsafe {
            mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD);
            mallopt(M_TRIM_THRESHOLD, 2 * MMAP_THRESHOLD);
        }
    }

    /// Lowers the priority of this thread below that of the process: a page that costs nothing is answered at
    /// once, however many threads compute.
    pub(crate) fn stand_behind() {
        const OF_A_PROCESS: c_int = 0;
        const THIS_THREAD: c_uint = 0;
        const BELOW: c_int = 10;
        const LOWEST: c_int = 19;
        // SAFETY: the arguments are numbers. On Linux a process of these calls is a thread; the thread with
        // the number of the process is its first one. A refused call changes nothing.
        unsafe {
            let process = getpriority(OF_A_PROCESS, std::process::id());
            setpriority(OF_A_PROCESS, THIS_THREAD, process.saturating_add(BELOW).min(LOWEST));
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) use gnu::{give_back, keep_little, stand_behind};

/// Other systems return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}

/// Other systems return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_little() {}

/// Other systems do not have such a simple call for the priority of a thread.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn stand_behind() {}
