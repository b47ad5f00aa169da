package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.conf.LocalCompactKeys;

class EligibilityTest {
    private final Configuration conf = new Configuration(false);
    private final Configuration site = new Configuration(false);
    private final HStore store = mock(HStore.class);
    private final HStoreFile file = mock(HStoreFile.class);
    private final StoreFileInfo info = mock(StoreFileInfo.class);
    private final RegionCoprocessorHost host = mock(RegionCoprocessorHost.class);

    /** Coprocessor with a region observer. */
    private static final class Observer implements RegionCoprocessor, RegionObserver {
        @Override
        public Optional<RegionObserver> getRegionObserver() {
            return Optional.of(this);
        }
    }

    /** Coprocessor without an observer. */
    private static final class Endpoint implements RegionCoprocessor {}

    @BeforeEach
    void aPlainStore() {
        when(store.isPrimaryReplicaStore()).thenReturn(true);
        family(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")));
        engine(new DefaultStoreEngine());
        when(file.getFileInfo()).thenReturn(info);
        when(file.getPath()).thenReturn(new Path("/t/r/f/0123"));
    }

    private void family(ColumnFamilyDescriptorBuilder family) {
        ColumnFamilyDescriptor built = family.build();
        when(store.getColumnFamilyDescriptor()).thenReturn(built);
        ScanInfo rules =
                new ScanInfo(conf, built, HStore.determineTTLFromFamily(built), 0, CellComparatorImpl.COMPARATOR);
        when(store.getScanInfo()).thenReturn(rules);
    }

    private void engine(StoreEngine<?, ?, ?, ?> engine) {
        when(store.getStoreEngine()).thenAnswer(call -> engine);
    }

    private Optional<String> obstacle() {
        return Eligibility.obstacle(store, conf, site, new CompactionRequestImpl(List.of(file)));
    }

    @Test
    void plainStoreIsEligible() {
        assertThat(obstacle()).isEmpty();
    }

    @Test
    void storeWithOtherRulesThanItsDescriptorIsIneligible() {
        for (ScanInfo rules : List.of(
                rules(0, 1, 1000, KeepDeletedCells.FALSE),
                rules(0, 2, Long.MAX_VALUE, KeepDeletedCells.FALSE),
                rules(1, 1, Long.MAX_VALUE, KeepDeletedCells.FALSE),
                rules(0, 1, Long.MAX_VALUE, KeepDeletedCells.TRUE))) {
            when(store.getScanInfo()).thenReturn(rules);
            assertThat(obstacle().orElseThrow()).contains("other rules than its descriptor");
        }
        when(store.getScanInfo()).thenReturn(rules(0, 1, Long.MAX_VALUE, KeepDeletedCells.FALSE));
        assertThat(obstacle()).isEmpty();
    }

    private ScanInfo rules(int minVersions, int maxVersions, long ttl, KeepDeletedCells keep) {
        return new ScanInfo(
                conf,
                Bytes.toBytes("f"),
                minVersions,
                maxVersions,
                ttl,
                keep,
                0,
                0,
                CellComparatorImpl.COMPARATOR,
                false);
    }

    @Test
    void observerIsAllowedByFullNameOnly() {
        when(store.getCoprocessorHost()).thenReturn(host);
        when(host.findCoprocessors(RegionCoprocessor.class)).thenReturn(List.of(new Endpoint()));
        assertThat(obstacle()).as("an endpoint").isEmpty();
        when(host.findCoprocessors(RegionCoprocessor.class)).thenReturn(List.of(new Endpoint(), new Observer()));
        assertThat(obstacle().orElseThrow())
                .contains(Observer.class.getName(), LocalCompactKeys.COPROCESSORS.name())
                .doesNotContain(Endpoint.class.getName());
        allow("org.example.Other, " + Observer.class.getName());
        assertThat(obstacle()).isEmpty();
        allow(Observer.class.getSimpleName());
        assertThat(obstacle()).as("simple class name").isPresent();
    }

    private void allow(String observers) {
        site.set(LocalCompactKeys.COPROCESSORS.name(), observers);
        conf.set(LocalCompactKeys.COPROCESSORS.name(), observers);
    }

    @Test
    void tableCannotAllowObserver() {
        when(store.getCoprocessorHost()).thenReturn(host);
        when(host.findCoprocessors(RegionCoprocessor.class)).thenReturn(List.of(new Observer()));
        conf.set(LocalCompactKeys.COPROCESSORS.name(), Observer.class.getName());
        assertThat(obstacle().orElseThrow()).contains("hbase-site.xml");
        allow(Observer.class.getName());
        assertThat(obstacle()).isEmpty();
        conf.set(LocalCompactKeys.COPROCESSORS.name(), "");
        assertThat(obstacle()).as("a table with a shorter list").isPresent();
    }

    @Test
    void classOrFileToLoadThatOnlyTableSetsIsIneligible() {
        conf.set("hbase.io.compress.zstd.dictionary", "hdfs://elsewhere/d");
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why)
                .contains("the table sets hbase.io.compress.zstd.dictionary"));
        site.set("hbase.io.compress.zstd.dictionary", "hdfs://elsewhere/d");
        assertThat(obstacle()).isEmpty();
    }

    @Test
    void nondeterministicStoreIsIneligible() {
        family(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setMobEnabled(true));
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("MOB"));
        family(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setEncryptionType("AES"));
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("random"));
        family(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setNewVersionBehavior(true));
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("NEW_VERSION_BEHAVIOR"));
        family(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")));
        engine(new DateTieredStoreEngine());
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("DateTieredStoreEngine"));
        engine(new DefaultStoreEngine());
        conf.setBoolean("hbase.enable.historical.compaction.files", true);
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("two files"));
        conf.setBoolean("hbase.enable.historical.compaction.files", false);
        when(store.isPrimaryReplicaStore()).thenReturn(false);
        assertThat(obstacle()).hasValueSatisfying(why -> assertThat(why).contains("secondary"));
    }

    @Test
    void referencesLinksAndBulkLoadsAreIneligible() {
        when(file.isReference()).thenReturn(true);
        assertThat(obstacle()).isPresent();
        when(file.isReference()).thenReturn(false);
        when(info.isLink()).thenReturn(true);
        assertThat(obstacle()).isPresent();
        when(info.isLink()).thenReturn(false);
        when(file.isBulkLoadResult()).thenReturn(true);
        assertThat(obstacle()).isPresent();
        when(file.isBulkLoadResult()).thenReturn(false);
        assertThat(obstacle()).isEmpty();
    }
}
