package org.underbase.htfs.format;

/**
 * A unit of work for parallel runners: the blocks of a segment that begin at or behind {@code start} and before {@code
 * end}. The slices of a segment together have each of its blocks, and each of its damages, once.
 *
 * @param path the segment, a path or URI as Hadoop reads them
 * @param start the first byte
 * @param end the byte behind the last
 */
public record TraceSlice(String path, long start, long end) {
    public TraceSlice {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("no slice: bytes " + start + " to " + end);
        }
    }
}
