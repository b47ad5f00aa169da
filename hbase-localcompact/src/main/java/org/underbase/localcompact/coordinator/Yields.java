package org.underbase.localcompact.coordinator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * How large the output of a compaction will be: what of the inputs a TTL has not ended, times the share that the last
 * compactions of the store kept. A major compaction drops what a minor one keeps, so they are counted apart. Thread-safe.
 */
final class Yields {
    private static final int STORES = 10_000;
    private static final double LEAST = 1.0 / 64;
    private static final double MOST = 2;
    private static final double WEIGHT_OF_LAST = 0.5;

    private final Map<String, Double> shares = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > STORES;
        }
    };

    /** The size that is expected. */
    long expected(HStore store, CompactionRequestImpl request) {
        return expected(key(store, request), living(store, request));
    }

    /** Takes note of what came out. */
    void learn(HStore store, CompactionRequestImpl request, long output) {
        learn(key(store, request), living(store, request), output);
    }

    synchronized long expected(String key, long inputs) {
        return Math.round(inputs * shares.getOrDefault(key, 1.0));
    }

    synchronized void learn(String key, long inputs, long output) {
        if (inputs <= 0) {
            return;
        }
        double share = Math.min(MOST, Math.max(LEAST, (double) output / inputs));
        Double before = shares.get(key);
        shares.put(key, before == null ? share : WEIGHT_OF_LAST * share + (1 - WEIGHT_OF_LAST) * before);
    }

    private static String key(HStore store, CompactionRequestImpl request) {
        return store.getRegionInfo().getEncodedName() + "/" + store.getColumnFamilyName()
                + (request.isAllFiles() ? "/all" : "/some");
    }

    private static long living(HStore store, CompactionRequestImpl request) {
        ColumnFamilyDescriptor family = store.getColumnFamilyDescriptor();
        if (family.getTimeToLive() == HConstants.FOREVER || family.getMinVersions() > 0) {
            return request.getSize();
        }
        long end = EnvironmentEdgeManager.currentTime() - family.getTimeToLive() * 1000L;
        double sum = 0;
        for (HStoreFile file : request.getFiles()) {
            long bytes = file.getReader() == null ? 0 : file.getReader().length();
            sum += bytes
                    * living(
                            file.getMinimumTimestamp().orElse(Long.MAX_VALUE),
                            file.getMaximumTimestamp().orElse(Long.MAX_VALUE),
                            end);
        }
        return Math.round(sum);
    }

    /** The share of a file's cells that are younger than {@code end}, were they written evenly over its time. */
    static double living(long oldest, long youngest, long end) {
        if (end > youngest) {
            return 0;
        }
        // HBase says 0 of a file that has marks of deletion, whatever the times of its cells are.
        if (end <= oldest || oldest <= 0) {
            return 1;
        }
        return (double) (youngest - end) / (youngest - oldest);
    }
}
