//! Memory hints: huge pages for large tables, and prefetching.

/// Advises the operating system to use huge pages for the memory of a vector, before it is filled. Affects only speed.
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

/// Prefetches a value into the cache. Affects only speed.
#[inline(always)]
pub fn prefetch<T>(wanted: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address: *const T = wanted;
        // SAFETY: prefetching only affects the cache, and the address is that of a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wanted;
}
