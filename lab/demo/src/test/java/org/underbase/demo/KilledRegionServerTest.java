package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.wal.WALStreamReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.feature.TracerFeature;

/**
 * Kill of a traced RegionServer with signal 9. HBase restores every row from the WAL, and the trace matches the WAL entry by
 * entry.
 */
@Tag("cluster")
@Tag("long")
@Timeout(420)
class KilledRegionServerTest {
    private static final TableName TABLE = TableName.valueOf("messages");
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] COLUMN = Bytes.toBytes("c");
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final long SEED = 11;

    @TempDir
    static Path directory;

    @Test
    void allRowsAreRestoredAndTheTraceMatchesTheWal() throws Exception {
        Path traces = directory.resolve("trace");
        try (TestCluster cluster = TestCluster.builder()
                .directory(directory.resolve("cluster"))
                .logsOnFailure(Path.of("target", "cluster-logs", "KilledRegionServerTest"))
                .nodes(2)
                .hbase(true)
                .set("dfs.replication", "2")
                // HBase recovers the regions when the session of the killed RegionServer has expired.
                .hbaseSet("zookeeper.session.timeout", "15000")
                .with(new TracerFeature().directory(traces))
                .set("underbase.trace.ring.full", "block")
                .set("underbase.trace.ring.block.deadline", "1h")
                .set("underbase.trace.block.interval", "500ms")
                .start()) {
            Map<String, byte[]> written = new TreeMap<>();
            Random random = new Random(SEED);
            Configuration conf = cluster.clientConfiguration();
            String wal;
            long pid;
            try (Connection connection = ConnectionFactory.createConnection(conf);
                    Admin admin = connection.getAdmin();
                    Table table = create(admin, connection)) {
                put(table, written, random, 300);
                ServerName server = connection
                        .getRegionLocator(TABLE)
                        .getRegionLocation(Bytes.toBytes("row"), true)
                        .getServerName();
                Daemon victim = daemon(cluster, server);
                pid = victim.pid().orElseThrow();
                long process = pid;
                await().atMost(LONG).until(() -> bytesInUserWal(traces, process) > 300 * 1000);
                wal = userWal(read(traces, process).events());

                // Most of these writes are newer than the last block of the trace.
                put(table, written, random, 200);
                victim.kill();

                cluster.awaitHBase(LONG);
                assertThat(rows(table)).as("seed %d", SEED).isEqualTo(shown(written));
                put(table, written, random, 10);
                assertThat(rows(table)).isEqualTo(shown(written));
            }
            assertTraceIsReadableToItsLastBlock(read(traces, pid));
            assertTraceMatchesWal(read(traces, pid).events(), wal, conf);
        }
    }

    private static Table create(Admin admin, Connection connection) throws IOException {
        admin.createTable(TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
        return connection.getTable(TABLE);
    }

    private static void put(Table table, Map<String, byte[]> written, Random random, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            byte[] value = new byte[1000];
            random.nextBytes(value);
            String row = String.format("row%05d", written.size());
            written.put(row, value);
            table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, COLUMN, value));
        }
    }

    private static Map<String, String> rows(Table table) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (ResultScanner scanner = table.getScanner(new Scan().addFamily(FAMILY))) {
            for (Result result : scanner) {
                found.put(Bytes.toString(result.getRow()), result.getValue(FAMILY, COLUMN));
            }
        }
        return shown(found);
    }

    private static Map<String, String> shown(Map<String, byte[]> rows) {
        Map<String, String> shown = new TreeMap<>();
        rows.forEach((row, value) -> shown.put(row, Bytes.toHex(value)));
        return shown;
    }

    private static Daemon daemon(TestCluster cluster, ServerName server) {
        return cluster.daemons(Role.REGIONSERVER).stream()
                .filter(daemon -> daemon.address().endsWith(":" + server.getPort()))
                .findFirst()
                .orElseThrow();
    }

    private static void assertTraceIsReadableToItsLastBlock(Read read) {
        assertThat(read.report().events()).isEqualTo(read.events().size()).isPositive();
        assertThat(read.report().drops().total()).isZero();
        assertThat(read.report().unclosed())
                .as("the killed process did not end its trace")
                .hasSize(1);
        // A block that was being written is named, and nothing else is missing.
        assertThat(read.report().corruptRangeCount()).isLessThanOrEqualTo(1);
    }

    /**
     * Every write in the trace is an entry of the file, at its place and of its size, from the header on and without a
     * gap; what the file has more is what was written after the last block of the trace; and what was acknowledged is there.
     */
    private static void assertTraceMatchesWal(List<TraceEvent> events, String wal, Configuration conf)
            throws IOException {
        List<TraceEvent> writes = events.stream()
                .filter(event -> event.call() == Call.WAL_WRITE && event.path().equals(wal))
                .sorted(Comparator.comparingLong(TraceEvent::offset))
                .toList();
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            FileStatus file = fs.getFileStatus(archived(wal, conf));
            Map<Long, Long> entries = entries(fs, file, conf);
            long end = 0;
            long header = writes.get(0).length();
            for (TraceEvent write : writes) {
                assertThat(write.offset()).as("no gap").isEqualTo(end);
                end += write.length();
                if (write.offset() >= header && end <= file.getLen()) {
                    assertThat(entries).as("an entry of the file").containsEntry(write.offset(), end);
                }
            }
            long traced = end;
            long untraced = entries.entrySet().stream()
                    .filter(entry -> entry.getKey() >= traced)
                    .mapToLong(entry -> entry.getValue() - entry.getKey())
                    .sum();
            assertThat(traced + untraced).as("bytes of the WAL").isGreaterThanOrEqualTo(file.getLen());
            assertThat(entries.size()).as("all puts are in this WAL").isGreaterThanOrEqualTo(500);
            long acknowledged = events.stream()
                    .filter(event ->
                            event.call() == Call.WAL_SYNC && event.path().equals(wal))
                    .mapToLong(TraceEvent::result)
                    .max()
                    .orElseThrow();
            assertThat(file.getLen()).as("acknowledged bytes").isGreaterThanOrEqualTo(acknowledged);
        }
    }

    /** Returns the end offset of each entry by its start offset. */
    private static Map<Long, Long> entries(FileSystem fs, FileStatus file, Configuration conf) throws IOException {
        Map<Long, Long> entries = new TreeMap<>();
        try (WALStreamReader reader = WALFactory.createStreamReader(fs, file.getPath(), conf)) {
            long start = reader.getPosition();
            boolean more = true;
            while (more) {
                try {
                    more = reader.next() != null;
                } catch (EOFException e) {
                    // The writer was killed: the file ends after the last entry, without a trailer.
                    more = false;
                }
                if (more) {
                    entries.put(start, reader.getPosition());
                    start = reader.getPosition();
                }
            }
        }
        return entries;
    }

    private static org.apache.hadoop.fs.Path archived(String wal, Configuration conf) {
        String name = new org.apache.hadoop.fs.Path(wal).getName();
        return new org.apache.hadoop.fs.Path(
                new org.apache.hadoop.fs.Path(conf.get(HConstants.HBASE_DIR), HConstants.HREGION_OLDLOGDIR_NAME), name);
    }

    private static long bytesInUserWal(Path traces, long pid) throws IOException {
        List<TraceEvent> events = read(traces, pid).events();
        String wal = userWal(events);
        return events.stream()
                .filter(event -> event.call() == Call.WAL_WRITE && event.path().equals(wal))
                .mapToLong(TraceEvent::length)
                .sum();
    }

    /** Returns the path of the WAL of user regions; empty before it is opened. */
    private static String userWal(List<TraceEvent> events) {
        return events.stream()
                .filter(event -> event.call() == Call.WAL_OPEN && !event.path().endsWith(".meta"))
                .map(TraceEvent::path)
                .reduce("", (first, second) -> second);
    }

    private record Read(List<TraceEvent> events, ReadReport report) {}

    /** Reads the trace of a process, which may be running. */
    private static Read read(Path traces, long pid) throws IOException {
        List<String> segments;
        try (Stream<Path> files = Files.list(traces)) {
            segments = files.map(Path::toString)
                    .filter(name -> name.matches(".*-" + pid + "-\\d+-\\d+\\.\\w+"))
                    .sorted()
                    .toList();
        }
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(new Configuration(false), segments)) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            return new Read(events, reader.report());
        }
    }
}
