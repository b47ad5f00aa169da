package org.underbase.analysis.layers;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/**
 * I/O across layers, FAST '14 Figure 2. What counts where:
 *
 * <ul>
 *   <li><b>HDFS without overheads</b>: what serves requests, that is foreground reads and the writes of flushes.
 *   <li><b>HDFS with logging and compaction</b>: every byte that crossed the file system's interface.
 *   <li><b>Local file systems</b>: the paper's model of replication (section 3.2): a read is served by one replica, a
 *       written byte is written once for each replica, by the replication its file was created with. Checksums are not
 *       in it.
 * </ul>
 *
 * @param defaultReplication counts for files whose creation the trace does not hold, at least 1
 */
public record LayersOperator(int defaultReplication) implements Operator<LayersPartial, Layers> {
    public LayersOperator {
        if (defaultReplication < 1) {
            throw new IllegalArgumentException("replication must be at least 1: " + defaultReplication);
        }
    }

    @Override
    public LayersPartial start() {
        return new LayersPartial();
    }

    @Override
    public Layers finish(LayersPartial whole) {
        Activity[] activities = Activity.values();
        long[] local = new long[activities.length];
        Unknown unknown = new Unknown();
        for (LayersPartial.Files files : whole.files.sorted().values()) {
            for (int i = 0; i < activities.length; i++) {
                if (files.written[i] != null) {
                    local[i] += replicated(files.written[i], files.replication, unknown);
                }
            }
        }
        List<Layers.ByActivity> by = new ArrayList<>();
        for (Activity activity : activities) {
            int i = Slots.of(activity);
            by.add(new Layers.ByActivity(activity, whole.read[i], whole.written[i], local[i]));
        }
        return new Layers(by, defaultReplication, unknown.bytes);
    }

    private long replicated(Long2LongHashMap written, Long2LongHashMap replication, Unknown unknown) {
        long[] sum = new long[1];
        written.longForEach((file, bytes) -> {
            long copies = replication.get(file);
            if (copies == LayersPartial.ABSENT) {
                copies = defaultReplication;
                unknown.bytes += bytes;
            }
            sum[0] += bytes * copies;
        });
        return sum[0];
    }

    private static final class Unknown {
        private long bytes;
    }
}
