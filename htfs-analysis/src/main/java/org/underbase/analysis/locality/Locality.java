package org.underbase.analysis.locality;

import java.util.List;

/**
 * Locality map of reads.
 *
 * @param all all reads
 * @param core foreground reads of user tables alone
 */
public record Locality(Map all, Map core) {
    /**
     * Locality map of a set of reads.
     *
     * @param reads number of reads
     * @param bytes bytes that they returned
     * @param lines one line per distance, ascending
     * @param covered bytes of the reads that an earlier read returned within each time, in the order of the points
     */
    public record Map(long reads, long bytes, List<Line> lines, List<Long> covered) {
        public Map {
            lines = List.copyOf(lines);
            covered = List.copyOf(covered);
        }
    }

    /**
     * Hits at one distance.
     *
     * @param distance distance in bytes within which an earlier read is near; 0: they overlap
     * @param points one point per time, ascending
     */
    public record Line(long distance, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * Hits within a time.
     *
     * @param nanos the time in nanoseconds; {@link Long#MAX_VALUE} for any time
     * @param hits number of reads with an earlier near read within the time
     * @param warmReads number of reads that began at least this time after the trace
     * @param warmHits hits among those
     */
    public record Point(long nanos, long hits, long warmReads, long warmHits) {}
}
