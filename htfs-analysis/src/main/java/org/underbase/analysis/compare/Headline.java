package org.underbase.analysis.compare;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.underbase.htfs.format.Call;

/**
 * Number of a result that a comparison shows.
 *
 * @param id name in the JSON output
 * @param name name in the table
 * @param measure unit of measure
 * @param value returns the number from a result
 * @param estimator computes the same number from sums over units
 */
record Headline(String id, String name, Measure measure, ToDoubleFunction<ResultNumbers> value, Estimator estimator) {
    private static final double SECOND = 1e9;
    private static final double MINUTE = 60e9;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final String READ_ONCE = "1";
    private static final String READ_OFTEN = ">=64";

    /** All numbers, in the order of the table. */
    static final List<Headline> ALL = List.of(
            rate(
                    "readPerHost",
                    "read per host",
                    Measure.BYTES_PER_SECOND,
                    Sum.READ,
                    n -> n.number("/layers/hdfs/read")),
            rate(
                    "writtenPerHost",
                    "written per host",
                    Measure.BYTES_PER_SECOND,
                    Sum.WRITTEN,
                    n -> n.number("/layers/hdfs/written")),
            rate("callsPerHost", "calls per host", Measure.PER_SECOND, Sum.CALLS, n -> n.number("/summary/events")),
            rate(
                    "metadataCallsPerHost",
                    "NameNode calls per host",
                    Measure.PER_SECOND,
                    Sum.METADATA_CALLS,
                    n -> n.calls(Headline::metadata)),
            percent(
                    "failedPercent",
                    "failed calls",
                    Sum.FAILED_CALLS,
                    Sum.CALLS,
                    n -> n.sum("/summary/failures", "count") / n.number("/summary/events")),
            percent(
                    "coreReadPercent",
                    "reads, without overheads",
                    Sum.CORE_READ,
                    Sum.CORE_IO,
                    n -> n.number("/layers/core/readPercent") / 100),
            percent(
                    "hdfsReadPercent",
                    "reads, with logging and compaction",
                    Sum.READ,
                    Sum.IO,
                    n -> n.number("/layers/hdfs/readPercent") / 100),
            percent(
                    "localReadPercent",
                    "reads, local file systems",
                    Sum.DISK_READ,
                    Sum.DISK_IO,
                    n -> n.number("/layers/local/readPercent") / 100),
            ratio(
                    "logPerFlush",
                    "log per byte flushed",
                    Sum.LOG_WRITTEN,
                    Sum.FLUSH_WRITTEN,
                    n -> n.number("/layers/logPerFlush")),
            ratio(
                    "compactionPerFlush",
                    "compaction per byte flushed",
                    Sum.COMPACTION_WRITTEN,
                    Sum.FLUSH_WRITTEN,
                    n -> n.number("/layers/compactionPerFlush")),
            percent(
                    "corePercentOfTouched",
                    "touched data that serves requests",
                    Sum.LIVE_CORE_DATA,
                    Sum.LIVE_DATA,
                    n -> n.touched("core") / n.touched("hdfs")),
            ratio("ioPerByte", "I/O per byte of data", Sum.FILE_IO, Sum.DATA, n -> n.number("/byType/all/ioPerByte")),
            quantile(
                    "createdP50",
                    "size of created files, median",
                    Measure.BYTES,
                    Shape.CREATED_SIZES,
                    0.5,
                    "/fileSizes/all",
                    "files",
                    "p50"),
            quantile(
                    "createdP90",
                    "size of created files, 90%",
                    Measure.BYTES,
                    Shape.CREATED_SIZES,
                    0.9,
                    "/fileSizes/all",
                    "files",
                    "p90"),
            new Headline(
                    "createdMean",
                    "size of created files, mean",
                    Measure.BYTES,
                    n -> n.number("/fileSizes/all/bytes") / n.number("/fileSizes/all/files"),
                    new Estimator.Ratio(Sum.CREATED_BYTES, Sum.CREATED_FILES, 1)),
            new Headline(
                    "logMean",
                    "size of logs, mean",
                    Measure.BYTES,
                    n -> n.element("/fileSizes/seen/kinds", "kind", "WAL", "mean"),
                    new Estimator.Ratio(Sum.LOG_BYTES, Sum.LOGS, 1)),
            percent(
                    "endedPercent",
                    "created files that ended",
                    Sum.ENDED_FILES,
                    Sum.CREATED_FILES,
                    n -> 1 - n.sum("/lifetimes/classes", "alive") / n.sum("/lifetimes/classes", "created")),
            percent(
                    "smallEndedPercent",
                    "small files that ended in 1 min",
                    Sum.SMALL_ENDED_IN_A_MINUTE,
                    Sum.SMALL_FILES,
                    n -> n.smallEnded(MINUTE)),
            percent(
                    "overlapPercent",
                    "reads that overlap one in 32 min",
                    Sum.OVERLAPPING_READS,
                    Sum.READS,
                    n -> n.near(0, 32 * MINUTE_NANOS)),
            percent(
                    "nearPercent",
                    "reads within 1 KiB of one in 1 min",
                    Sum.NEAR_READS,
                    Sum.READS,
                    n -> n.near(1, MINUTE_NANOS)),
            percent(
                    "dataOncePercent",
                    "data read once, of data read",
                    Sum.DATA_READ_ONCE,
                    Sum.READ_DATA,
                    n -> n.heat(READ_ONCE, "bytes") / n.sum("/heat/all", "bytes")),
            percent(
                    "dataOftenPercent",
                    "data read >= 64 times, of data read",
                    Sum.DATA_READ_OFTEN,
                    Sum.READ_DATA,
                    n -> n.heat(READ_OFTEN, "bytes") / n.sum("/heat/all", "bytes")),
            percent(
                    "readsOncePercent",
                    "reads of data that is read once",
                    Sum.DATA_READ_ONCE,
                    Sum.PLACED_READ,
                    n -> n.heat(READ_ONCE, "readBytes") / n.sum("/heat/all", "readBytes")),
            quantile(
                    "runP50",
                    "read run of the median byte",
                    Measure.BYTES,
                    Shape.RUN_LENGTHS,
                    0.5,
                    "/readRuns/all",
                    "runs",
                    "p50"),
            quantile(
                    "runP80",
                    "read run of the byte at 80%",
                    Measure.BYTES,
                    Shape.RUN_LENGTHS,
                    0.8,
                    "/readRuns/all",
                    "runs",
                    "p80"),
            latency("pread", "P50", "median", Shape.PREAD_NANOS, 0.5),
            latency("pread", "P99", "99%", Shape.PREAD_NANOS, 0.99),
            latency("walSync", "P50", "median", Shape.WAL_SYNC_NANOS, 0.5),
            latency("walSync", "P99", "99%", Shape.WAL_SYNC_NANOS, 0.99),
            latency("hsync", "P50", "median", Shape.HSYNC_NANOS, 0.5),
            latency("hsync", "P99", "99%", Shape.HSYNC_NANOS, 0.99));

    private static boolean metadata(Call call) {
        return call.kind() == Call.Kind.OPEN
                || (call.kind() == Call.Kind.META && call != Call.LOST && call != Call.ACTIVITY);
    }

    private static Headline rate(
            String id, String name, Measure measure, Sum sum, ToDoubleFunction<ResultNumbers> value) {
        return new Headline(
                id,
                name,
                measure,
                n -> value.applyAsDouble(n) / n.hostSeconds(),
                new Estimator.Ratio(sum, Sum.NANOS, SECOND));
    }

    private static Headline percent(String id, String name, Sum part, Sum of, ToDoubleFunction<ResultNumbers> share) {
        return new Headline(
                id, name, Measure.PERCENT, n -> 100 * share.applyAsDouble(n), new Estimator.Ratio(part, of, 100));
    }

    private static Headline ratio(String id, String name, Sum part, Sum of, ToDoubleFunction<ResultNumbers> value) {
        return new Headline(id, name, Measure.FACTOR, value, new Estimator.Ratio(part, of, 1));
    }

    private static Headline quantile(
            String id, String name, Measure measure, Shape shape, double share, String of, String count, String field) {
        return new Headline(id, name, measure, n -> n.quantile(of, count, field), new Estimator.Quantile(shape, share));
    }

    private static Headline latency(String call, String suffix, String name, Shape shape, double share) {
        String field = suffix.replace('P', 'p') + "Nanos";
        return new Headline(
                call + suffix,
                "latency of " + call + ", " + name,
                Measure.NANOS,
                n -> n.element("/latencies", "call", call, field),
                new Estimator.Quantile(shape, share));
    }
}
