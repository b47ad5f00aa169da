package org.underbase.analysis.layers;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.SubActivity;

/**
 * Bytes by layer and by activity; {@link LayersFigure} defines the layers.
 *
 * @param byActivity one entry per activity, in the order of the enum
 * @param parts bytes of the parts of activities that moved any, in the order of the enums
 * @param systemTables bytes of foreground reads and flushes of HBase's own tables, which serve no requests
 * @param systemInCore whether these bytes count as core, as in older results
 * @param lost bytes of calls whose events were lost while recording; their activity is unknown
 * @param rereplicated bytes that DataNodes copied because a call increased the replication of a file
 * @param defaultReplication replication used for files whose creation is not in the trace
 * @param assumedBytes bytes written to such files, and to erasure-coded files of an unknown policy
 */
public record Layers(
        List<ByActivity> byActivity,
        List<OfPart> parts,
        IoBytes systemTables,
        boolean systemInCore,
        IoBytes lost,
        long rereplicated,
        int defaultReplication,
        long assumedBytes) {
    public Layers {
        parts = List.copyOf(parts);
        byActivity = List.copyOf(byActivity);
    }

    /**
     * Bytes of one activity.
     *
     * @param activity the activity
     * @param read bytes read through the file system's interface
     * @param written bytes written through the file system's interface
     * @param localWritten bytes written to local file systems, after replication
     */
    public record ByActivity(Activity activity, long read, long written, long localWritten) {}

    /** Bytes of a part of an activity. */
    public record OfPart(Activity activity, SubActivity part, IoBytes io) {}

    /** Returns the bytes of foreground reads and flushes of user tables, or of all tables if {@link #systemInCore}. */
    public IoBytes core() {
        if (systemInCore) {
            return new IoBytes(of(Activity.READ).read(), of(Activity.FLUSH).written());
        }
        return new IoBytes(
                of(Activity.READ).read() - systemTables.read(),
                of(Activity.FLUSH).written() - systemTables.written());
    }

    /** Returns the verb for texts about HBase's own tables in the first layer. */
    public String verbOfSystemTables() {
        return systemInCore ? "includes" : "excludes";
    }

    /** Returns all bytes, including those of lost calls. */
    public IoBytes hdfs() {
        return new IoBytes(sum(ByActivity::read) + lost.read(), sum(ByActivity::written) + lost.written());
    }

    /** Returns all bytes after replication, by the model. */
    public IoBytes local() {
        return new IoBytes(
                sum(ByActivity::read) + lost.read(),
                sum(ByActivity::localWritten) + rereplicated + lost.written() * defaultReplication);
    }

    /** Returns the bytes logged per byte flushed; empty if nothing was flushed. */
    public OptionalDouble logPerFlush() {
        return perFlush(of(Activity.LOGGING).written());
    }

    /** Returns the bytes that compactions wrote per byte flushed; empty if nothing was flushed. */
    public OptionalDouble compactionPerFlush() {
        return perFlush(of(Activity.COMPACTION).written());
    }

    /** Returns the bytes of one activity. */
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
