package org.underbase.analysis.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Parameters of a workload on HBase, as far as a trace of its HDFS calls shows them.
 *
 * @param regions regions of user tables with reads, flushes or compactions
 * @param byBlock law of the reads of requests by blocks of {@value #BLOCK} bytes; empty with too few reads
 * @param byRegion law of the reads of requests by region; empty with too few regions
 * @param log writes of the logs
 * @param flushes flushes of regions
 * @param inputsPerCompaction mean number of files that a compaction reads; empty without a compaction
 * @param families families of user tables, in the order of their names
 */
public record WorkloadFit(
        int regions,
        Optional<ZipfFit> byBlock,
        Optional<ZipfFit> byRegion,
        Log log,
        Flushes flushes,
        OptionalDouble inputsPerCompaction,
        List<Family> families) {
    /** Size of a block for the law of the reads: HBase's default, in bytes. */
    static final int BLOCK = 64 << 10;

    public WorkloadFit {
        families = List.copyOf(families);
    }

    /**
     * Writes of the logs.
     *
     * @param bytes bytes written
     * @param syncs syncs that followed a write
     * @param perSync bytes written per sync
     */
    public record Log(long bytes, long syncs, Quantiles perSync) {}

    /**
     * Flushes of regions.
     *
     * @param count number of flushes; one of several families counts once
     * @param logged bytes written to logs per flush, about the data in the memstore; empty without a flush or a log
     * @param flushed bytes written to store files per flush, with the table's compression; empty without a flush
     */
    public record Flushes(long count, OptionalDouble logged, OptionalDouble flushed) {}

    /**
     * Family of a user table.
     *
     * @param label name of the family, with its table if there are several
     * @param reads calls of requests that read bytes
     * @param readBytes bytes that they read
     * @param flushed bytes that flushes wrote
     * @param readSizes lengths of the reads of requests, mostly one compressed block
     * @param flushSizes sizes of the files that flushes created
     */
    public record Family(
            String label, long reads, long readBytes, long flushed, Quantiles readSizes, Quantiles flushSizes) {}

    /** Quantiles of sizes in bytes, rounded down to two significant digits at least; 0 without sizes. */
    public record Quantiles(long count, long p10, long p50, long p90) {
        static Quantiles of(Histogram sizes) {
            return sizes == null
                    ? new Quantiles(0, 0, 0, 0)
                    : new Quantiles(sizes.getTotalCount(), lowest(sizes, 10), lowest(sizes, 50), lowest(sizes, 90));
        }

        private static long lowest(Histogram sizes, int percent) {
            return sizes.lowestEquivalentValue(sizes.getValueAtPercentile(percent));
        }
    }

    /** Returns the calls of requests that read bytes. */
    public long reads() {
        return families.stream().mapToLong(Family::reads).sum();
    }

    /** Returns the bytes that flushes wrote. */
    public long flushedBytes() {
        return families.stream().mapToLong(Family::flushed).sum();
    }
}
