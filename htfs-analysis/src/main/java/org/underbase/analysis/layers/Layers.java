package org.underbase.analysis.layers;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/**
 * Bytes by layer and by activity; see {@link LayersFigure} for what counts where.
 *
 * @param byActivity one entry for each activity, in the order of the enum
 * @param defaultReplication what counted for files whose creation the trace does not hold
 * @param assumedBytes bytes written to such files
 */
public record Layers(List<ByActivity> byActivity, int defaultReplication, long assumedBytes) {
    public Layers {
        byActivity = List.copyOf(byActivity);
    }

    /**
     * @param read bytes read through the file system's interface
     * @param written bytes written through it
     * @param localWritten bytes written to local file systems when each file is replicated
     */
    public record ByActivity(Activity activity, long read, long written, long localWritten) {}

    /** Foreground reads and flushes alone. */
    public IoBytes core() {
        return new IoBytes(of(Activity.READ).read(), of(Activity.FLUSH).written());
    }

    /** All traced bytes. */
    public IoBytes hdfs() {
        return new IoBytes(sum(ByActivity::read), sum(ByActivity::written));
    }

    /** All traced bytes after replication, by the model. */
    public IoBytes local() {
        return new IoBytes(sum(ByActivity::read), sum(ByActivity::localWritten));
    }

    /** How many bytes were logged for each byte flushed; empty when nothing was flushed. */
    public OptionalDouble logPerFlush() {
        return perFlush(of(Activity.LOGGING).written());
    }

    /** How many bytes compactions wrote for each byte flushed; empty when nothing was flushed. */
    public OptionalDouble compactionPerFlush() {
        return perFlush(of(Activity.COMPACTION).written());
    }

    public ByActivity of(Activity activity) {
        return byActivity.get(Slots.of(activity));
    }

    private OptionalDouble perFlush(long bytes) {
        long flushed = of(Activity.FLUSH).written();
        return flushed == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) bytes / flushed);
    }

    private long sum(ToLongFunction<ByActivity> bytes) {
        return byActivity.stream().mapToLong(bytes).sum();
    }
}
