package org.underbase.analysis.paper;

import java.util.Set;
import org.underbase.analysis.files.SizeClass;

/**
 * Values measured on Facebook Messages: Harter et al., "Analysis of HDFS Under HBase: A Facebook Messages Case Study", FAST
 * 2014, 8.3 days on nine machines; and its short form in ;login: of June 2014.
 */
public final class Paper {
    /** Short citation. */
    public static final String SOURCE = "FAST '14";

    /** Column families of Facebook Messages, Figure 4. */
    public static final Set<String> FAMILIES = Set.of(
            "Actions",
            "MessageMeta",
            "ThreadMeta",
            "PrefetchMeta",
            "Keywords",
            "ThreaderThread",
            "ThreadingIdx",
            "ActionLogIdx");

    /** Percent of I/O that is reads, Figure 2: foreground reads and flushes alone. */
    public static final double CORE_READ_PERCENT = 99;
    /** Figure 2: with logging and compaction. */
    public static final double HDFS_READ_PERCENT = 79;
    /** Figure 2: local file systems, after replication. */
    public static final double LOCAL_READ_PERCENT = 55;

    /** Reads below the page cache, in percent of the I/O. */
    public static final double DISK_READ_PERCENT = 36;

    /** Section 4.1: bytes logged per byte flushed (flushes are compressed, logs are not). */
    public static final double LOG_PER_FLUSH = 10;
    /** Section 4.1: bytes logged per byte flushed, with compressed logs. */
    public static final double COMPRESSED_LOG_PER_FLUSH = 4;
    /** Section 4.1: bytes written by compactions per byte flushed. */
    public static final double COMPACTION_PER_FLUSH = 17;

    /** ;login: percent of written bytes that compactions wrote. */
    public static final double COMPACTION_WRITE_PERCENT = 61;
    /** ;login: percent of written bytes that were logged. */
    public static final double LOG_WRITE_PERCENT = 36;
    /** Percent of written bytes that were flushed: the remainder. */
    public static final double FLUSH_WRITE_PERCENT = 100 - COMPACTION_WRITE_PERCENT - LOG_WRITE_PERCENT;

    /** ;login: median size of the files created, in bytes. */
    public static final long CREATED_P50 = 750L << 10;
    /** ;login: 90th percentile of the size of the files created, in bytes. */
    public static final long CREATED_P90 = 6_300L << 10;
    /** Figure 5: size in bytes that 90% of the files of each family do not reach. */
    public static final long FAMILY_P90 = 15L << 20;
    /** Figure 5: mean size of a log, in bytes. */
    public static final long LOG_MEAN = 218L << 20;

    /** Section 4.3: percent of bytes in large files. */
    public static final double LARGE_BYTES_PERCENT = 89;
    /** Section 4.3: percent of small files deleted within a minute. */
    public static final double SMALL_DEAD_IN_A_MINUTE_PERCENT = 17;
    /** Section 4.3: percent of large files created during tracing that were deleted during tracing. */
    public static final double LARGE_DEAD_PERCENT = 14;

    /** ;login: median length of a run of sequential reads, in bytes. */
    public static final long RUN_P50 = 130L << 10;
    /** ;login: 80th percentile of the length of a run, in bytes. */
    public static final long RUN_P80 = 250L << 10;

    /** Table 1: reads from local file systems, in MB per minute and machine. */
    public static final double READ_MB_PER_MINUTE = 576;
    /** Table 1: writes to local file systems, in MB per minute and machine. */
    public static final double WRITTEN_MB_PER_MINUTE = 447;
    /** Table 1: queueing and service time of a simulated disk request, in milliseconds. */
    public static final double DISK_REQUEST_MS = 6.17 + 0.39;

    private Paper() {}

    /** Returns the percentage of files of a class among the files created (section 4.3); 0 for files of unknown size. */
    public static double createdPercent(SizeClass sizeClass) {
        return switch (sizeClass) {
            case SMALL -> 94;
            case MEDIUM -> 2;
            case LARGE -> 4;
            case UNKNOWN -> 0;
        };
    }
}
