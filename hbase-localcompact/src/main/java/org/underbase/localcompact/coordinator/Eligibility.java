package org.underbase.localcompact.coordinator;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

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
        RegionCoprocessorHost coprocessors = store.getCoprocessorHost();
        if (coprocessors != null && !coprocessors.getCoprocessors().isEmpty()) {
            return Optional.of("coprocessors may change what is written: " + coprocessors.getCoprocessors());
        }
        return request.getFiles().stream()
                .filter(file -> !plain(file))
                .findFirst()
                .map(file -> file.getPath().getName() + " is a reference, a link or a bulk load");
    }

    private static boolean plain(HStoreFile file) {
        return !file.isReference() && !file.getFileInfo().isLink() && !file.isBulkLoadResult();
    }
}
