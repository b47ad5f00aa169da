package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Merged;

/** Test that a merge by ticket writes the same bytes as HBase's own compactor for the same store and time. */
class EqualFilesTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final int TABLES = Integer.getInteger("underbase.tables", 25);
    private static final long SEED = Long.getLong("underbase.seed", 2014);
    private static final long NOW = 1_700_000_000_000L;
    /** Codecs without native libraries of the system; HBase cannot use Hadoop's BZIP2 without one. */
    private static final Compression.Algorithm[] CODECS = {
        Compression.Algorithm.NONE,
        Compression.Algorithm.GZ,
        Compression.Algorithm.LZ4,
        Compression.Algorithm.SNAPPY,
        Compression.Algorithm.ZSTD
    };

    static {
        Configuration.addDefaultResource("codecs.xml");
    }

    @TempDir
    java.nio.file.Path directory;

    @Test
    void mergeEqualsStockCompactionOfRandomTables() throws IOException {
        int majors = 0;
        int empty = 0;
        for (int i = 0; i < TABLES; i++) {
            RandomTable table = new RandomTable(SEED + i);
            String what = "seed " + (SEED + i) + ": " + table.descriptor;
            try (Region region = open(table, i)) {
                table.fill(region.region);
                boolean major = table.random.nextBoolean();
                majors += major ? 1 : 0;
                HStore store = region.region.getStore(FAMILY);
                CompactionContext selected = select(store, major);
                CompactionRequestImpl request = selected.getRequest();
                FileSystem fs = region.region.getFilesystem();
                List<TicketProto> tickets = new ArrayList<>();
                List<Path> written = new ArrayList<>();
                Merged.at(NOW, () -> {
                    tickets.add(Tickets.of(store, region.storeConf(), request, fs));
                    written.addAll(new DefaultCompactor(region.storeConf(), store)
                            .compact(request, NoLimitThroughputController.INSTANCE, null));
                });
                byte[] stock = read(fs, written.get(0));
                byte[] merged = Merged.of(tickets.get(0), fs, region.conf);
                assertThat(merged).as(what + (major ? ", major" : ", minor")).isEqualTo(stock);
                // A second merge is not affected by the first one.
                assertThat(Merged.of(tickets.get(0), fs, region.conf)).as(what).isEqualTo(stock);
                empty += stock.length < 6_000 ? 1 : 0;
            }
        }
        assertThat(majors).isBetween(1, TABLES - 1);
        assertThat(empty).as("tables with a nearly empty output").isLessThan(TABLES / 2);
    }

    /** Changes of the ticket change the output. */
    @Test
    void outputDependsOnTicket() throws IOException {
        RandomTable table = new RandomTable(SEED);
        try (Region region = open(table, 0)) {
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, true).getRequest();
            FileSystem fs = region.region.getFilesystem();
            TicketProto ticket = Tickets.of(store, region.storeConf(), request, fs);
            byte[] one = Merged.of(ticket, fs, region.conf);
            byte[] later =
                    Merged.of(ticket.toBuilder().setNow(ticket.getNow() + 1).build(), fs, region.conf);
            assertThat(later).isNotEqualTo(one);
            byte[] minor = Merged.of(
                    ticket.toBuilder().setMajor(false).setAllFiles(false).build(), fs, region.conf);
            assertThat(minor).isNotEqualTo(one);
        }
    }

    /** The coordinator's hbase-site.xml applies to all merges, even if the file of one server differs. */
    @ParameterizedTest
    @CsvSource({
        "hbase.hstore.time.to.purge.deletes, 100000000000",
        "hfile.index.block.max.size, 64",
        "io.storefile.bloom.error.rate, 0.3",
        "hbase.hstore.bytes.per.checksum, 512",
        "hbase.hash.type, jenkins"
    })
    void serversWithDifferentSettingsWriteEqualFiles(String name, String value) throws IOException {
        RandomTable table = RandomTable.indexed(SEED);
        try (Region region = open(table, 0)) {
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, true).getRequest();
            FileSystem fs = region.region.getFilesystem();
            Configuration different = new Configuration(region.conf);
            different.set(name, value);
            // A merge on the coordinator's server, a merge on the other server, and the other way round.
            List<TicketProto> tickets = new ArrayList<>();
            Merged.at(NOW, () -> {
                tickets.add(Tickets.of(store, region.storeConf(), request, fs));
                tickets.add(
                        Tickets.of(store, new Region(region.region, region.logs, different).storeConf(), request, fs));
            });
            byte[] without = Merged.of(tickets.get(0), fs, region.conf);
            byte[] with = Merged.of(tickets.get(1), fs, different);
            assertThat(with).as("the setting determines the output").isNotEqualTo(without);
            assertThat(Merged.of(tickets.get(0), fs, different)).isEqualTo(without);
            assertThat(Merged.of(tickets.get(1), fs, region.conf)).isEqualTo(with);
        }
    }

    /** A merge opens a store, whose memstore, cache and engine are useless to it. */
    @Test
    void serverSettingsOfWholeStoresDoNotApply() throws IOException {
        RandomTable table = RandomTable.indexed(SEED);
        try (Region region = open(table, 0)) {
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, true).getRequest();
            FileSystem fs = region.region.getFilesystem();
            TicketProto ticket = Tickets.of(store, region.storeConf(), request, fs);
            Configuration server = new Configuration(region.conf);
            server.set("hbase.regionserver.memstore.class", "org.example.Missing");
            server.set("hbase.hregion.compacting.memstore.type", "ADAPTIVE");
            server.set("hbase.hregion.memstore.mslab.enabled", "true");
            server.set("hbase.rs.prefetchblocksonopen", "true");
            server.set("hbase.hstore.engine.class", "org.example.Missing");
            assertThat(Merged.of(ticket, fs, server)).isEqualTo(Merged.of(ticket, fs, region.conf));
        }
    }

    /** The table's settings apply to all merges, even if a server has none. */
    @ParameterizedTest
    @CsvSource({
        "hbase.hfile.drop.behind.compaction, true, true, true",
        "hbase.hfile.drop.behind.compaction, false, true, false",
        "hbase.regionserver.majorcompaction.pagecache.drop, false, true, false",
        "hbase.regionserver.minorcompaction.pagecache.drop, true, false, true",
        "hbase.regionserver.minorcompaction.pagecache.drop, false, false, false"
    })
    void mergeDropsPageCacheLikeStock(String name, String value, boolean major, boolean drops) throws IOException {
        RandomTable indexed = RandomTable.indexed(SEED);
        RandomTable table = new RandomTable(
                SEED,
                TableDescriptorBuilder.newBuilder(indexed.descriptor)
                        .setValue(name, value)
                        // HBase treats a minor compaction of all files like a major one.
                        .setValue("hbase.hstore.compaction.max", "2")
                        .build());
        try (Region region = open(table, 0, recording())) {
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, major).getRequest();
            DropBehindRecorder fs = (DropBehindRecorder) region.region.getFilesystem();
            TicketProto ticket = Tickets.of(store, region.storeConf(), request, fs);
            fs.reset();
            new DefaultCompactor(region.storeConf(), store)
                    .compact(request, NoLimitThroughputController.INSTANCE, null);
            List<Boolean> ofStock = fs.output();
            Set<String> inputsOfStock = fs.droppedInputs();
            fs.reset();
            List<Boolean> ofMerge = new ArrayList<>();
            Merged.of(ticket, fs, fs, region.conf, ofMerge::add);
            assertThat(ofMerge).isEqualTo(ofStock).containsExactly(drops);
            assertThat(fs.droppedInputs())
                    .isEqualTo(inputsOfStock)
                    .hasSize(drops ? request.getFiles().size() : 0);
        }
    }

    /** HBase reads without HDFS's checksums if it verifies its own, and falls back to HDFS's if a block is corrupt. */
    @Test
    void mergeVerifiesChecksumsOfHBaseOnly() throws IOException {
        RandomTable table = RandomTable.indexed(SEED);
        Configuration recording = recording();
        try (Region region = open(table, 0, recording);
                DropBehindRecorder unverified = new DropBehindRecorder()) {
            unverified.initialize(URI.create("file:///"), recording);
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, true).getRequest();
            DropBehindRecorder verified = (DropBehindRecorder) region.region.getFilesystem();
            TicketProto ticket = Tickets.of(store, region.storeConf(), request, verified);
            byte[] expected = Merged.of(ticket, verified, region.conf);
            assertThat(Merged.of(ticket, verified, unverified, region.conf, dropBehind -> {}))
                    .isEqualTo(expected);
            assertThat(unverified.droppedInputs()).hasSize(request.getFiles().size());
        }
    }

    /** Traces derive the activity of a call from the name of its thread, and HBase opens and closes files on further threads. */
    @Test
    void threadsThatOpenAndCloseInputsHaveNamesOfLocalCompaction() throws IOException {
        RandomTable table = RandomTable.indexed(SEED);
        try (Region region = open(table, 0, recording())) {
            table.fill(region.region);
            HStore store = region.region.getStore(FAMILY);
            CompactionRequestImpl request = select(store, true).getRequest();
            DropBehindRecorder fs = (DropBehindRecorder) region.region.getFilesystem();
            TicketProto ticket = Tickets.of(store, region.storeConf(), request, fs);
            fs.reset();
            Merged.of(ticket, fs, region.conf);
            Set<String> others = fs.threads();
            others.remove(Thread.currentThread().getName());
            assertThat(others)
                    .allSatisfy(name -> assertThat(name).startsWith("localcompact-StoreFile"))
                    .anySatisfy(name -> assertThat(name).contains("Opener"))
                    .anySatisfy(name -> assertThat(name).contains("Closer"));
        }
    }

    private static Configuration recording() {
        Configuration recording = HBaseConfiguration.create();
        recording.setClass("fs.file.impl", DropBehindRecorder.class, FileSystem.class);
        recording.setBoolean("fs.file.impl.disable.cache", true);
        return recording;
    }

    private static CompactionContext select(HStore store, boolean major) throws IOException {
        if (major) {
            store.triggerMajorCompaction();
        }
        Optional<CompactionContext> selected = store.requestCompaction(HStore.PRIORITY_USER, tracker(), null);
        return selected.orElseThrow(() -> new IOException("nothing to compact"));
    }

    private static org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker tracker() {
        return org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker.DUMMY;
    }

    private static byte[] read(FileSystem fs, Path path) throws IOException {
        try (InputStream in = fs.open(path)) {
            return in.readAllBytes();
        }
    }

    private record Region(HRegion region, WALFactory logs, Configuration conf) implements AutoCloseable {
        /** Returns the configuration that HBase passes to the compactor of the store. */
        Configuration storeConf() {
            TableDescriptor table = region.getTableDescriptor();
            return StoreUtils.createStoreConfiguration(conf, table, table.getColumnFamily(FAMILY));
        }

        @Override
        public void close() throws IOException {
            region.close();
            logs.close();
        }
    }

    private Region open(RandomTable table, int number) throws IOException {
        return open(table, number, HBaseConfiguration.create());
    }

    private Region open(RandomTable table, int number, Configuration conf) throws IOException {
        // A comma separates the values of a configuration.
        Path root = new Path(directory.resolve("root," + number).toUri());
        conf.set(HConstants.HBASE_DIR, root.toString());
        conf.set("fs.defaultFS", "file:///");
        conf.setInt("hbase.hstore.compaction.min", 2);
        // A minor compaction selects all files or some.
        conf.setInt("hbase.hstore.compaction.max", 2 + table.random.nextInt(6));
        conf.setFloat("hbase.hstore.compaction.ratio", 1000);
        conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
        // The memstore is not tested, and its chunks require a server.
        conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
        CommonFSUtils.setRootDir(conf, root);
        RegionInfo info =
                RegionInfoBuilder.newBuilder(table.descriptor.getTableName()).build();
        WALFactory logs = new WALFactory(conf, "equal-" + number);
        WAL log = logs.getWAL(info);
        return new Region(HRegion.createHRegion(info, root, conf, table.descriptor, log), logs, conf);
    }

    /** Random family with its cells. It excludes HBase's new version behavior, which is ineligible. */
    private static final class RandomTable {
        private final Random random;
        private final TableDescriptor descriptor;

        private RandomTable(long seed, TableDescriptor descriptor) {
            this.random = new Random(seed);
            this.descriptor = descriptor;
        }

        /** Returns a table whose files depend on all tested settings. */
        static RandomTable indexed(long seed) {
            return new RandomTable(
                    seed,
                    TableDescriptorBuilder.newBuilder(TableName.valueOf("indexed"))
                            .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                                    .setBloomFilterType(BloomType.ROW)
                                    .setBlocksize(512)
                                    .build())
                            .build());
        }

        RandomTable(long seed) {
            random = new Random(seed);
            TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t" + Math.abs(seed)))
                    .setColumnFamily(family());
            if (random.nextInt(3) == 0) {
                table.setValue("hbase.store.file-tracker.impl", "FILE");
            }
            if (random.nextBoolean()) {
                table.setValue("hbase.io.compress.zstd.level", "" + (1 + random.nextInt(9)));
            }
            descriptor = table.build();
        }

        private <T> T one(T[] choices) {
            return choices[random.nextInt(choices.length)];
        }

        private ColumnFamilyDescriptor family() {
            ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                    .setMaxVersions(1 + random.nextInt(3))
                    .setMinVersions(random.nextInt(2))
                    .setBloomFilterType(one(BloomType.values()))
                    .setConfiguration(BloomFilterUtil.PREFIX_LENGTH_KEY, "4")
                    .setDataBlockEncoding(one(DataBlockEncoding.values()))
                    .setCompressionType(one(CODECS))
                    .setKeepDeletedCells(one(KeepDeletedCells.values()))
                    .setBlocksize(1 << (9 + random.nextInt(8)));
            if (random.nextInt(3) == 0) {
                family.setTimeToLive(1 + random.nextInt(1000));
            }
            return family.build();
        }

        void fill(HRegion region) throws IOException {
            int files = 3 + random.nextInt(4);
            for (int file = 0; file < files; file++) {
                int cells = 50 + random.nextInt(800);
                for (int i = 0; i < cells; i++) {
                    write(region);
                }
                assertThat(region.flush(true).isFlushSucceeded()).isTrue();
            }
        }

        private void write(HRegion region) throws IOException {
            byte[] row = Bytes.toBytes("row" + random.nextInt(300));
            byte[] qualifier = Bytes.toBytes("q" + random.nextInt(4));
            long time = NOW - random.nextInt(1_500_000);
            switch (random.nextInt(12)) {
                case 0 -> region.delete(new Delete(row).addColumn(FAMILY, qualifier, time));
                case 1 -> region.delete(new Delete(row).addColumns(FAMILY, qualifier, time));
                case 2 -> region.delete(new Delete(row).addFamily(FAMILY, time));
                case 3 -> region.delete(new Delete(row).addFamilyVersion(FAMILY, time));
                default -> {
                    byte[] value = new byte[random.nextInt(200)];
                    random.nextBytes(value);
                    Put put = new Put(row).addColumn(FAMILY, qualifier, time, value);
                    if (random.nextInt(5) == 0) {
                        put.setTTL(1 + random.nextInt(2_000_000));
                    }
                    region.put(put);
                }
            }
        }
    }
}
