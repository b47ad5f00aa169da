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
 * Estimator of compaction output sizes: the input size minus cells expired by TTL, times the output/input ratio of past
 * compactions of the store. Major and minor compactions have separate ratios, because only major ones drop deleted cells.
 * Thread-safe.
 */
final class OutputSizeEstimator {
    private static final int STORES = 10_000;
    private static final double MIN_RATIO = 1.0 / 64;
    private static final double MAX_RATIO = 2;
    private static final double WEIGHT_OF_LAST = 0.5;

    private final Map<String, Double> ratios = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > STORES;
        }
    };

    /** Estimates the output size of a compaction, in bytes. */
    long estimate(HStore store, CompactionRequestImpl request) {
        return estimate(key(store, request), unexpiredBytes(store, request));
    }

    /** Records the actual output size of a compaction, in bytes. */
    void learn(HStore store, CompactionRequestImpl request, long output) {
        learn(key(store, request), unexpiredBytes(store, request), output);
    }

    synchronized long estimate(String key, long inputs) {
        return Math.round(inputs * ratios.getOrDefault(key, 1.0));
    }

    synchronized void learn(String key, long inputs, long output) {
        if (inputs <= 0) {
            return;
        }
        double ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, (double) output / inputs));
        Double before = ratios.get(key);
        ratios.put(key, before == null ? ratio : WEIGHT_OF_LAST * ratio + (1 - WEIGHT_OF_LAST) * before);
    }

    private static String key(HStore store, CompactionRequestImpl request) {
        return store.getRegionInfo().getEncodedName() + "/" + store.getColumnFamilyName()
                + (request.isAllFiles() ? "/all" : "/some");
    }

    private static long unexpiredBytes(HStore store, CompactionRequestImpl request) {
        ColumnFamilyDescriptor family = store.getColumnFamilyDescriptor();
        if (family.getTimeToLive() == HConstants.FOREVER || family.getMinVersions() > 0) {
            return request.getSize();
        }
        long end = EnvironmentEdgeManager.currentTime() - family.getTimeToLive() * 1000L;
        double sum = 0;
        for (HStoreFile file : request.getFiles()) {
            long bytes = file.getReader() == null ? 0 : file.getReader().length();
            sum += bytes
                    * unexpiredShare(
                            file.getMinimumTimestamp().orElse(Long.MAX_VALUE),
                            file.getMaximumTimestamp().orElse(Long.MAX_VALUE),
                            end);
        }
        return Math.round(sum);
    }

    /** Estimates the share of a file's cells younger than {@code end}, assuming that they were written at a constant rate. */
    static double unexpiredShare(long oldest, long youngest, long end) {
        if (end > youngest) {
            return 0;
        }
        // HBase reports 0 as the minimum of every file that contains deletes.
        if (end <= oldest || oldest <= 0) {
            return 1;
        }
        return (double) (youngest - end) / (youngest - oldest);
    }
}
