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
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.worker.WriterSettings;

/** Check for compactions with the same output on every server. All others fall back to stock compaction. */
final class Eligibility {
    private Eligibility() {}

    /**
     * Returns the reason why a compaction is ineligible; empty if it is eligible. {@code conf} is the configuration of the
     * store, {@code site} that of the server.
     */
    static Optional<String> obstacle(
            HStore store, Configuration conf, Configuration site, CompactionRequestImpl request) {
        ColumnFamilyDescriptor family = store.getColumnFamilyDescriptor();
        if (!store.isPrimaryReplicaStore()) {
            return Optional.of("the region is a secondary replica");
        }
        if (family.isMobEnabled()) {
            return Optional.of("the compaction also writes MOB files");
        }
        if (family.getEncryptionType() != null) {
            return Optional.of("encrypted files contain a random number");
        }
        if (family.isNewVersionBehavior()) {
            return Optional.of("NEW_VERSION_BEHAVIOR is experimental in HBase and untested with local compaction");
        }
        if (store.getStoreEngine().getClass() != DefaultStoreEngine.class) {
            return Optional.of(
                    "the store engine " + store.getStoreEngine().getClass().getName() + " is not HBase's default");
        }
        if (!usesScanInfoOf(store, family)) {
            return Optional.of("the store drops cells by other rules than its descriptor");
        }
        if (conf.getBoolean("hbase.enable.historical.compaction.files", false)) {
            return Optional.of("hbase.enable.historical.compaction.files writes two files");
        }
        List<String> observers = observers(store.getCoprocessorHost(), LocalCompactKeys.allowedObservers(conf, site));
        if (!observers.isEmpty()) {
            return Optional.of("coprocessors may change the output: " + String.join(", ", observers)
                    + "; list harmless ones in " + LocalCompactKeys.COPROCESSORS.name() + " of hbase-site.xml");
        }
        Optional<String> loaded = WriterSettings.loadedByTable(conf, site);
        if (loaded.isPresent()) {
            return Optional.of("the table sets " + loaded.get() + ", which the other servers do not load from tables");
        }
        return request.getFiles().stream()
                .filter(file -> !plain(file))
                .findFirst()
                .map(file -> file.getPath().getName() + " is a reference, a link or a bulk load");
    }

    /** The other servers derive the rules from the descriptor; HBase can replace them in an open store. */
    private static boolean usesScanInfoOf(HStore store, ColumnFamilyDescriptor family) {
        ScanInfo used = store.getScanInfo();
        return used.getTtl() == HStore.determineTTLFromFamily(family)
                && used.getMinVersions() == family.getMinVersions()
                && used.getMaxVersions() == family.getMaxVersions()
                && used.getKeepDeletedCells() == family.getKeepDeletedCells();
    }

    /** Lists the region observers that are not allowed. An endpoint without an observer cannot wrap a compaction's scanner. */
    private static List<String> observers(RegionCoprocessorHost host, Set<String> allowed) {
        if (host == null) {
            return List.of();
        }
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
