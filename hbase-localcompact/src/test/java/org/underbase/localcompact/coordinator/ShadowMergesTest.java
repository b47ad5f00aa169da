package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Merged;

/** Test of the shadow merge of one store with HBase's own compactor, without servers. */
class ShadowMergesTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");

    /** Before the clock of the test: a stock compaction without the ticket's time differs. */
    private static final long NOW = 1_700_000_000_000L;

    private static final TableDescriptor TABLE = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build();

    @TempDir
    java.nio.file.Path directory;

    private WALFactory logs;
    private HRegion region;
    private HStore store;
    private FileSystem fs;
    private Configuration conf;
    private CompactionContext selected;
    private CompactionRequestImpl request;
    private OrphanCleaner orphans;
    private ShadowMerges shadows;
    private LocalOutput local;

    @BeforeEach
    void open() throws IOException {
        conf = HBaseConfiguration.create();
        Path root = new Path(directory.resolve("root").toUri());
        conf.set(HConstants.HBASE_DIR, root.toString());
        conf.set("fs.defaultFS", "file:///");
        conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
        conf.set(LocalCompactKeys.SHADOW_EVERY.name(), "1");
        CommonFSUtils.setRootDir(conf, root);
        RegionInfo info = RegionInfoBuilder.newBuilder(TABLE.getTableName()).build();
        logs = new WALFactory(conf, "shadow");
        region = HRegion.createHRegion(info, root, conf, TABLE, logs.getWAL(info));
        store = region.getStore(FAMILY);
        fs = region.getFilesystem();
        for (int file = 0; file < 3; file++) {
            flush(file);
        }
        orphans = new OrphanCleaner(fs, Duration.ofSeconds(1));
        shadows = new ShadowMerges(fs, orphans, conf);
        merge();
    }

    private void flush(int file) throws IOException {
        for (int row = 0; row < 500; row++) {
            region.put(new Put(Bytes.toBytes(file * 300 + row)).addColumn(FAMILY, FAMILY, new byte[200]));
        }
        region.flush(true);
    }

    /** Writes the local output of a major compaction. */
    private void merge() throws IOException {
        store.triggerMajorCompaction();
        selected = store.requestCompaction(HStore.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
                .orElseThrow();
        request = selected.getRequest();
        TicketProto ticket = Tickets.of(store, storeConf(), request, fs).toBuilder()
                .setNow(NOW)
                .build();
        local = new LocalOutput(new Path(store.getRegionFileSystem().getTempDir(), "local"), ticket);
        write(Merged.of(ticket, fs, conf));
    }

    @AfterEach
    void close() throws IOException {
        orphans.close();
        region.close();
        logs.close();
    }

    private Configuration storeConf() {
        return StoreUtils.createStoreConfiguration(conf, TABLE, TABLE.getColumnFamily(FAMILY));
    }

    private void write(byte[] bytes) throws IOException {
        try (OutputStream out = fs.create(local.path(), true)) {
            out.write(bytes);
        }
    }

    private byte[] localBytes() throws IOException {
        try (var in = fs.open(local.path())) {
            return in.readAllBytes();
        }
    }

    private List<Path> stock(ThroughputController throughput) throws IOException {
        return new DefaultCompactor(storeConf(), store).compact(request, throughput, null);
    }

    /** Merges the output of an earlier compaction, whose inputs are not archived. */
    private void mergeAfterCompaction() throws IOException {
        store.compact(selected, NoLimitThroughputController.INSTANCE, null);
        flush(3);
        merge();
        assertThat(local.ticket().getCompactedList()).hasSize(3);
    }

    private List<Path> archiveAndCompact(ThroughputController throughput) throws IOException {
        store.closeAndArchiveCompactedFiles();
        assertThat(store.getCompactedFiles()).isEmpty();
        return stock(throughput);
    }

    private void corrupt(int offset) throws IOException {
        byte[] bytes = localBytes();
        bytes[offset] ^= 1;
        write(bytes);
    }

    private List<Path> select(ShadowMerges.Stock stock) throws IOException {
        return shadows.select(local, store, request, NoLimitThroughputController.INSTANCE, stock);
    }

    /** Waits until only these files are in the region's temporary directory. */
    private void awaitOnly(Path... expected) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            List<String> names = new ArrayList<>();
            RemoteIterator<LocatedFileStatus> files =
                    fs.listFiles(store.getRegionFileSystem().getTempDir(), true);
            while (files.hasNext()) {
                names.add(files.next().getPath().getName());
            }
            assertThat(names)
                    .containsExactlyInAnyOrderElementsOf(
                            List.of(expected).stream().map(Path::getName).toList());
        });
    }

    @Test
    void equalOutputIsPublishedAndStockOutputDeleted() throws IOException {
        assertThat(select(this::stock)).containsExactly(local.path());
        assertThat(shadows.equal()).isEqualTo(1);
        assertThat(shadows.difference()).isEmpty();
        awaitOnly(local.path());
    }

    @Test
    void differentOutputIsReplacedByStockOutputAndSuspendsLocalCompaction() throws IOException {
        corrupt(70_000);
        List<Path> published = select(this::stock);
        assertThat(published).hasSize(1).doesNotContain(local.path());
        assertThat(shadows.different()).isEqualTo(1);
        assertThat(shadows.difference().orElseThrow()).contains("byte 70000 differs");
        awaitOnly(published.get(0));
    }

    @Test
    void longerOutputDiffers() throws IOException {
        byte[] bytes = localBytes();
        write(Arrays.copyOf(bytes, bytes.length + 1));
        assertThat(select(this::stock)).doesNotContain(local.path());
        assertThat(shadows.difference().orElseThrow())
                .contains("byte " + bytes.length + " differs, the local output has " + (bytes.length + 1) + " bytes");
    }

    @Test
    void otherNumberOfFilesDiffers() throws IOException {
        Path second = new Path(local.path().getParent(), "second");
        fs.create(second).close();
        List<Path> published = select(limit -> List.of(stock(limit).get(0), second));
        assertThat(published).hasSize(2);
        assertThat(shadows.different()).isEqualTo(1);
        awaitOnly(published.toArray(Path[]::new));
    }

    @Test
    void failedStockCompactionIsInconclusive() throws IOException {
        assertThat(select(limit -> {
                    throw new IOException("disk full");
                }))
                .containsExactly(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        assertThat(shadows.difference()).isEmpty();
        awaitOnly(local.path());
    }

    @Test
    void unreadableStockOutputIsInconclusiveAndDeleted() throws IOException {
        Path missing = new Path(local.path().getParent(), "missing");
        assertThat(select(limit -> List.of(missing))).containsExactly(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        awaitOnly(local.path());
    }

    @Test
    void timeoutOfStockCompactionIsInconclusive() throws IOException {
        assertThat(select(limit -> {
                    throw new SocketTimeoutException("NameNode");
                }))
                .containsExactly(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        awaitOnly(local.path());
    }

    @Test
    void unreadableLocalOutputIsReplacedByStockOutput() throws IOException {
        List<Path> published = select(limit -> {
            assertThat(fs.delete(local.path(), false)).isTrue();
            return stock(limit);
        });
        assertThat(published).hasSize(1).doesNotContain(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        assertThat(shadows.difference()).isEmpty();
        awaitOnly(published.get(0));
    }

    @Test
    void compactionFailsWithoutReadableOutput() {
        assertThatThrownBy(() -> select(limit -> {
                    assertThat(fs.delete(local.path(), false)).isTrue();
                    return List.of(new Path(local.path().getParent(), "missing"));
                }))
                .isInstanceOf(IOException.class);
        awaitOnly();
    }

    @Test
    void archivedCompactedFileMakesDifferenceInconclusive() throws IOException {
        mergeAfterCompaction();
        List<Path> published = select(this::archiveAndCompact);
        assertThat(published).hasSize(1).doesNotContain(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        assertThat(shadows.difference()).isEmpty();
        awaitOnly(published.get(0));
    }

    @Test
    void archivedCompactedFileDoesNotExplainDifferentData() throws IOException {
        mergeAfterCompaction();
        corrupt(70_000);
        assertThat(select(this::archiveAndCompact)).doesNotContain(local.path());
        assertThat(shadows.different()).isEqualTo(1);
        assertThat(shadows.difference().orElseThrow()).contains("byte 70000 differs");
    }

    @Test
    void archivedFileThatInputsDoNotMentionDoesNotExplainDifference() throws IOException {
        local = new LocalOutput(
                local.path(),
                local.ticket().toBuilder().addCompacted("archived").build());
        corrupt(localBytes().length - 1);
        assertThat(select(this::stock)).doesNotContain(local.path());
        assertThat(shadows.different()).isEqualTo(1);
    }

    @Test
    void olderScannerMakesDifferenceInconclusive() throws IOException {
        local = new LocalOutput(
                local.path(), local.ticket().toBuilder().setReadPoint(1).build());
        corrupt(0);
        List<Path> published = select(this::stock);
        assertThat(published).hasSize(1).doesNotContain(local.path());
        assertThat(shadows.inconclusive()).isEqualTo(1);
        assertThat(shadows.difference()).isEmpty();
        awaitOnly(published.get(0));
    }

    @Test
    void closingRegionAbortsShadowMergeAndDeletesBothOutputs() {
        HStore closing = spy(store);
        doReturn(false).when(closing).areWritesEnabled();
        assertThatThrownBy(() ->
                        shadows.select(local, closing, request, NoLimitThroughputController.INSTANCE, this::stock))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(shadows.equal() + shadows.different() + shadows.inconclusive())
                .isZero();
        awaitOnly();
    }

    @Test
    void interruptDeletesBothOutputs() {
        assertThatThrownBy(() -> select(limit -> {
                    List<Path> written = stock(limit);
                    Thread.currentThread().interrupt();
                    fs.delete(written.get(0), false);
                    return written;
                }))
                .isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        awaitOnly();
    }

    @Test
    void comparisonUsesThroughputLimitOfCompactions() throws IOException {
        long length = localBytes().length;
        CountingThroughput counting = new CountingThroughput();
        shadows.select(local, store, request, counting, this::stock);
        assertThat(counting.bytes).as("merged and compared bytes").isGreaterThan(2 * length + length / 2);
        assertThat(counting.open).isZero();
    }

    @Test
    void everyNthCompactionIsSampledFromTheFirst() throws IOException {
        conf.set(LocalCompactKeys.SHADOW_EVERY.name(), "3");
        for (int i = 0; i < 7; i++) {
            assertThat(select(this::stock)).containsExactly(local.path());
        }
        assertThat(shadows.equal()).isEqualTo(3);
        conf.set(LocalCompactKeys.SHADOW_EVERY.name(), "0");
        for (int i = 0; i < 7; i++) {
            assertThat(select(limit -> {
                        throw new AssertionError("sampled");
                    }))
                    .containsExactly(local.path());
        }
        assertThat(shadows.equal()).isEqualTo(3);
    }

    private static final class CountingThroughput extends NoLimitThroughputController {
        private long bytes;
        private int open;

        @Override
        public void start(String name) {
            open++;
        }

        @Override
        public long control(String name, long size) {
            bytes += size;
            return 0;
        }

        @Override
        public void finish(String name) {
            open--;
        }
    }
}
