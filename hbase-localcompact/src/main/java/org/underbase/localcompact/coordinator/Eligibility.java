package org.underbase.localcompact.coordinator;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.underbase.localcompact.conf.LocalCompactKeys;

/** Which compactions come out alike wherever they run. What is not surely one of them is compacted as stock does it. */
final class Eligibility {
    private Eligibility() {}

    /** Why a compaction is not eligible; nothing where it is. */
    static Optional<String> refusal(HStore store, Configuration conf, CompactionRequestImpl request) {
        ColumnFamilyDescriptor family = store.getColumnFamilyDescriptor();
        if (!store.isPrimaryReplicaStore()) {
            return Optional.of("the region is a secondary replica");
        }
        if (family.isMobEnabled()) {
            return Optional.of("MOB files are written beside");
        }
        if (family.getEncryptionType() != null) {
            return Optional.of("encrypted files begin with a random number");
        }
        if (store.getStoreEngine().getClass() != DefaultStoreEngine.class) {
            return Optional.of(
                    "the store engine " + store.getStoreEngine().getClass().getName() + " is not HBase's default");
        }
        if (conf.getBoolean("hbase.enable.historical.compaction.files", false)) {
            return Optional.of("two files come out with hbase.enable.historical.compaction.files");
        }
        List<String> observers = observers(store.getCoprocessorHost(), conf);
        if (!observers.isEmpty()) {
            return Optional.of("coprocessors may change what is written: " + String.join(", ", observers) + " (see "
                    + LocalCompactKeys.COPROCESSORS.name() + ")");
        }
        return request.getFiles().stream()
                .filter(file -> !plain(file))
                .findFirst()
                .map(file -> file.getPath().getName() + " is a reference, a link or a bulk load");
    }

    /** An endpoint that observes nothing cannot wrap the scanner of a compaction. */
    private static List<String> observers(RegionCoprocessorHost host, Configuration conf) {
        if (host == null) {
            return List.of();
        }
        Set<String> allowed = Set.copyOf(LocalCompactKeys.COPROCESSORS.list(conf));
        return host.findCoprocessors(RegionCoprocessor.class).stream()
                .filter(each -> each.getRegionObserver().isPresent())
                .map(each -> each.getClass().getName())
                .filter(name -> !allowed.contains(name))
                .sorted()
                .toList();
    }

    private static boolean plain(HStoreFile file) {
        return !file.isReference() && !file.getFileInfo().isLink() && !file.isBulkLoadResult();
    }
}
