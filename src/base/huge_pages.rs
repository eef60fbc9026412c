//! Large tables on large pages: fewer look-ups of addresses that miss.

/// Asks the system to keep memory that is not in use yet on huge pages, where it has them. A wish:
/// nothing but speed depends on it.
pub fn prefer_huge_pages<T>(memory: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = memory.capacity() * size_of::<T>();
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the range lies within one allocation of ours, and the advice changes neither what
            // the memory holds nor whether it may be used.
            unsafe {
                libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
