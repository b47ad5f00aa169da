package org.underbase.htfs.format;

/**
 * A unit of work for parallel runners: the blocks of a segment that begin at or after {@code start} and before {@code
 * end}. Each block and each corrupt range of a segment belongs to exactly one of its slices.
 *
 * @param path path or URI of the segment for Hadoop
 * @param start first byte
 * @param end end of the slice in bytes, exclusive
 */
public record TraceSlice(String path, long start, long end) {
    public TraceSlice {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("invalid slice: bytes " + start + " to " + end);
        }
    }
}
