package org.underbase.htfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.hbase.wal.AsyncFSWALProvider;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.APITraceAsyncLogWriter;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.APITraceHdfs;
import org.underbase.htfs.Attachments;
import org.underbase.htfs.Capture;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.hdfs.TracedDfsClient;
import org.underbase.testbed.TableFlush;

/**
 * HBase creates, puts, flushes, compacts, splits, moves and recovers on the traced file system. Its data is correct, and
 * the trace contains each byte.
 */
@Tag("cluster")
class HBaseLifeCycleTest {
    private static final TableName TABLE = TableName.valueOf("messages");
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] COLUMN = Bytes.toBytes("c");
    private static final Duration LONG = Duration.ofMinutes(3);

    private static HBaseTestingUtility hbase;
    private static Properties properties;

    @BeforeAll
    static void start() throws Exception {
        // HBase's fixture sets system properties to directories that it deletes at the end.
        properties = (Properties) System.getProperties().clone();
        // A MiniDFSCluster that stops removes the shutdown hook of FileSystem's cache, without which HBase does not
        // start. The first file system of an empty cache registers it again.
        FileSystem.closeAll();
        hbase = new HBaseTestingUtility();
        Configuration conf = Capture.configured(hbase.getConfiguration());
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.setClass("fs.AbstractFileSystem.hdfs.impl", APITraceHdfs.class, AbstractFileSystem.class);
        conf.setClass(
                AsyncFSWALProvider.WRITER_IMPL, APITraceAsyncLogWriter.class, AsyncFSWALProvider.AsyncWriter.class);
        conf.setInt(HConstants.REGION_SERVER_HANDLER_COUNT, 5);
        // HBase's fixture waits 30 s for its Master, which is too short on a loaded machine.
        conf.setLong("hbase.master.start.timeout.localHBaseCluster", LONG.toMillis());
        hbase.startMiniCluster(StartMiniClusterOption.builder()
                .numRegionServers(3)
                .numDataNodes(3)
                .build());
    }

    @AfterAll
    static void stop() throws Exception {
        if (hbase != null) {
            hbase.shutdownMiniCluster();
        }
        System.setProperties(properties);
    }

    /** The metrics of a RegionServer contain them. */
    @Test
    void hBaseReadsTheCountersOfHedgedReads() throws Exception {
        DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(hbase.getConfiguration());
        assertThat(fs.getClient()).isInstanceOf(TracedDfsClient.class);
        assertThat(FSUtils.getDFSHedgedReadMetrics(hbase.getConfiguration()))
                .isNotNull()
                .isSameAs(fs.getHedgedReadMetrics());
    }

    @Test
    void fromCreationToRecovery() throws Exception {
        Map<String, byte[]> written = new HashMap<>();
        Random random = new Random(7);
        try (Table table = hbase.createTable(TABLE, FAMILY);
                Admin admin = hbase.getConnection().getAdmin()) {
            assertThat(Attachments.state(Attachments.Part.HDFS)).isEqualTo(Attachments.State.ATTACHED);
            assertThat(Attachments.state(Attachments.Part.WAL)).isEqualTo(Attachments.State.ATTACHED);

            put(table, written, random, 0, 1000);
            TableFlush.flush(admin, TABLE);
            put(table, written, random, 500, 1000);
            TableFlush.flush(admin, TABLE);
            admin.majorCompact(TABLE);
            await().atMost(LONG).until(() -> storeFiles() == 1);
            assertScan(table, written);

            RegionInfo region = admin.getRegions(TABLE).get(0);
            admin.splitRegionAsync(region.getRegionName(), row(700)).get(LONG.toSeconds(), TimeUnit.SECONDS);
            await().atMost(LONG).until(() -> regionsOnline() == 2);
            assertScan(table, written);

            RegionInfo upper = admin.getRegions(TABLE).get(1);
            ServerName target = anotherServer(upper);
            admin.move(upper.getEncodedNameAsBytes(), target);
            await().atMost(LONG).until(() -> target.equals(serverOf(upper)));

            // The following puts are only in the memstore and the WAL when the server is killed.
            put(table, written, random, 1500, 500);
            hbase.getMiniHBaseCluster().killRegionServer(target);
            hbase.getMiniHBaseCluster().waitForRegionServerToStop(target, LONG.toMillis());
            await().atMost(LONG).until(() -> regionsOnline() == 2);
            assertScan(table, written);
            assertThat(table.get(new Get(row(1999))).getValue(FAMILY, COLUMN)).isEqualTo(written.get("row1999"));

            TableFlush.flush(admin, TABLE);
            for (ServerName server : admin.getRegionServers()) {
                admin.rollWALWriter(server);
            }
            // A rolled WAL is closed in the background.
            await().atMost(LONG).until(() -> closedWals() >= 2);
            // Opened regions compact the references of the split: no store file may change after the events are read.
            await().atMost(LONG).until(() -> references() == 0);
        }
        List<TraceEvent> events = Capture.below(root());

        everyWalByteIsRecorded(events);
        everyStoreFileByteIsRecorded(events);
        everyActivityIsRecorded(events);
    }

    @Test
    void theBlockLocationInterceptorStillFits() throws Exception {
        assertThat(HFileSystem.addLocationsOrderInterceptor(new Configuration(hbase.getConfiguration())))
                .isTrue();
    }

    private static void put(Table table, Map<String, byte[]> written, Random random, int from, int count)
            throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            byte[] value = new byte[1000];
            random.nextBytes(value);
            written.put(Bytes.toString(row(i)), value);
            puts.add(new Put(row(i)).addColumn(FAMILY, COLUMN, value));
        }
        table.put(puts);
    }

    private static byte[] row(int i) {
        return Bytes.toBytes(String.format("row%04d", i));
    }

    private static void assertScan(Table table, Map<String, byte[]> written) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        try (ResultScanner scanner = table.getScanner(new Scan().addFamily(FAMILY))) {
            for (Result result : scanner) {
                found.put(Bytes.toString(result.getRow()), result.getValue(FAMILY, COLUMN));
            }
        }
        assertThat(found.keySet()).isEqualTo(written.keySet());
        written.forEach((row, value) -> assertThat(found.get(row)).as(row).isEqualTo(value));
    }

    private static int storeFiles() {
        return hbase.getMiniHBaseCluster().getRegions(TABLE).stream()
                .mapToInt(region -> region.getStore(FAMILY).getStorefilesCount())
                .sum();
    }

    private static long references() {
        return hbase.getMiniHBaseCluster().getRegions(TABLE).stream()
                .flatMap(region -> region.getStore(FAMILY).getStorefiles().stream())
                .filter(HStoreFile::isReference)
                .count();
    }

    private static int regionsOnline() {
        return hbase.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
                .mapToInt(thread -> thread.getRegionServer().getRegions(TABLE).size())
                .sum();
    }

    private static ServerName serverOf(RegionInfo region) {
        for (var thread : hbase.getMiniHBaseCluster().getLiveRegionServerThreads()) {
            HRegionServer server = thread.getRegionServer();
            for (HRegion each : server.getRegions(TABLE)) {
                if (each.getRegionInfo().equals(region)) {
                    return server.getServerName();
                }
            }
        }
        return null;
    }

    private static ServerName anotherServer(RegionInfo region) throws IOException {
        ServerName now = serverOf(region);
        ServerName meta = hbase.getMiniHBaseCluster().getServerHoldingMeta();
        return hbase.getMiniHBaseCluster().getLiveRegionServerThreads().stream()
                .map(thread -> thread.getRegionServer().getServerName())
                .filter(server -> !server.equals(now) && !server.equals(meta))
                .findFirst()
                .orElseThrow();
    }

    private static void everyWalByteIsRecorded(List<TraceEvent> events) throws IOException {
        FileSystem fs = hbase.getTestFileSystem();
        Map<Long, Long> bytes = sum(events, event -> event.call() == Call.WAL_WRITE, TraceEvent::streamId);
        for (TraceEvent event : events) {
            if (event.call() == Call.WAL_CLOSE) {
                long length = lengthOfWal(fs, new Path(event.path()));
                assertThat(bytes.get(event.streamId())).as(event.path()).isEqualTo(length);
                assertThat(event.length()).as(event.path()).isEqualTo(length);
            }
        }
        assertThat(events)
                .as("syncs that were acknowledged")
                .anyMatch(event -> event.call() == Call.WAL_SYNC
                        && event.result() > 0
                        && event.exception().isEmpty());
        // HBase used its default output: the output over a stream would be recorded by that stream.
        assertThat(events)
                .noneMatch(event -> event.call() == Call.WRITE && event.path().contains("/WALs/"));
    }

    private static int closedWals() throws IOException {
        return (int) Capture.below(root()).stream()
                .filter(event -> event.call() == Call.WAL_CLOSE)
                .count();
    }

    /** Selects the events of this test, because the process has one tracer. */
    private static String root() throws IOException {
        return hbase.getDefaultRootDirPath().toUri().getPath();
    }

    private static long lengthOfWal(FileSystem fs, Path wal) throws IOException {
        Path archived =
                new Path(new Path(hbase.getDefaultRootDirPath(), HConstants.HREGION_OLDLOGDIR_NAME), wal.getName());
        for (Path path : List.of(wal, archived)) {
            try {
                return fs.getFileStatus(path).getLen();
            } catch (FileNotFoundException e) {
                // The file was moved or deleted concurrently.
                assertThat(e).hasMessageContaining(wal.getName());
            }
        }
        throw new FileNotFoundException(wal + " and " + archived);
    }

    private static void everyStoreFileByteIsRecorded(List<TraceEvent> events) throws IOException {
        Map<Long, Long> bytes = sum(events, event -> event.call() == Call.WRITE, TraceEvent::fileId);
        Map<String, Long> renamed = new HashMap<>();
        for (TraceEvent event : events) {
            if (event.call() == Call.RENAME && event.result() == 1) {
                renamed.put(event.otherPath(), event.fileId());
            }
        }
        int checked = 0;
        for (HRegion region : hbase.getMiniHBaseCluster().getRegions(TABLE)) {
            for (var file : region.getStore(FAMILY).getStorefiles()) {
                FileStatus status = hbase.getTestFileSystem().getFileStatus(file.getPath());
                String path = status.getPath().toUri().getPath();
                assertThat(renamed).as("the flush's or compaction's rename").containsKey(path);
                assertThat(bytes.get(renamed.get(path))).as(path).isEqualTo(status.getLen());
                checked++;
            }
        }
        assertThat(checked).isPositive();
    }

    private static void everyActivityIsRecorded(List<TraceEvent> events) {
        assertThat(bytes(events, Activity.LOGGING, Call.Kind.WRITE))
                .as("logged")
                .isGreaterThan(2_500_000);
        assertThat(bytes(events, Activity.FLUSH, Call.Kind.WRITE)).as("flushed").isGreaterThan(2_000_000);
        assertThat(bytes(events, Activity.COMPACTION, Call.Kind.READ))
                .as("compaction in")
                .isGreaterThan(1_500_000);
        assertThat(bytes(events, Activity.COMPACTION, Call.Kind.WRITE))
                .as("compaction out")
                .isGreaterThan(1_400_000);
        assertThat(bytes(events, Activity.READ, Call.Kind.READ)).as("read").isPositive();
    }

    private static long bytes(List<TraceEvent> events, Activity activity, Call.Kind kind) {
        return events.stream()
                .filter(event -> event.activity() == activity && event.call().kind() == kind && event.result() > 0)
                .mapToLong(TraceEvent::result)
                .sum();
    }

    private static Map<Long, Long> sum(
            List<TraceEvent> events, Predicate<TraceEvent> wanted, java.util.function.ToLongFunction<TraceEvent> by) {
        Map<Long, Long> sums = new HashMap<>();
        for (TraceEvent event : events) {
            if (wanted.test(event) && event.result() > 0) {
                sums.merge(by.applyAsLong(event), event.result(), Long::sum);
            }
        }
        return sums;
    }
}
