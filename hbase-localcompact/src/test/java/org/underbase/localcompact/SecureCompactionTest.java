package org.underbase.localcompact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.rpc.RemoteStatus;
import org.underbase.localcompact.rpc.RemoteWorker;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;
import org.underbase.testbed.TableFlush;
import org.underbase.testbed.TestCluster;

/** Test of local compaction with Kerberos, encrypted transfer, and an HBase user that is not an HDFS superuser. */
@Tag("cluster")
class SecureCompactionTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int FILES = 4;
    private static final int ROWS = 2_000;
    private static final long SEED = 41;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static SecureCluster secure;
    private static Connection connection;

    @BeforeAll
    static void start() throws Exception {
        secure = SecureCluster.start(
                TestCluster.builder()
                        .metricsPeriod(Duration.ofSeconds(1))
                        .jvmOptions(Role.REGIONSERVER, "-XX:TieredStopAtLevel=1")
                        .jvmOptions(Role.DATANODE, "-XX:TieredStopAtLevel=1")
                        .set("dfs.blocksize", "1m")
                        .set("dfs.namenode.fs-limits.min-block-size", "1024")
                        .hbaseSet("hbase.hstore.compactionThreshold", "100")
                        // A move of a region would fail a call, because the connections of this test hardly retry.
                        .hbaseSet("hbase.balancer.period", "2000000000")
                        .hbaseSet("hbase.regionserver.msginterval", "1000")
                        // Archive compacted files after one second instead of two minutes.
                        .hbaseSet("hbase.hfile.compaction.discharger.interval", "1000")
                        .logsOnFailure(java.nio.file.Path.of("target", "secure-logs")),
                3,
                "intruder",
                "operator",
                "reader",
                "owner");
        connection = secure.connect(SecureCluster.ADMIN);
    }

    @AfterAll
    static void stop() throws IOException {
        IOUtils.closeStream(connection);
        if (secure != null) {
            secure.close();
        }
    }

    @Test
    void majorCompactionRunsOnNodesOfReplicas() throws Exception {
        TableName table = TableName.valueOf("major");
        Map<Integer, byte[]> written = fill(table);
        // Precondition: HBase's user lacks the permissions of an HDFS superuser.
        assertThatThrownBy(() -> secure.inHdfs("hbase", conf(), fs -> ((DistributedFileSystem) fs)
                        .getClient()
                        .datanodeReport(DatanodeReportType.LIVE)))
                .hasMessageContaining("Superuser privilege is required");

        compact(connection, table);
        LocatedFileStatus file = compacted(table);

        assertLocal(table);
        assertThat(rows(table)).containsExactlyEntriesOf(hex(written));
        for (var block : file.getBlockLocations()) {
            assertThat(block.getHosts()).hasSize(3);
        }
        assertReplicasAreEqual(file);
        assertThat(fsck()).contains("is HEALTHY");
    }

    @Test
    void mergeRequestsRequireSuperuser() throws Exception {
        ServerName server;
        try (Admin admin = connection.getAdmin()) {
            server = admin.getRegionServers().iterator().next();
        }
        StepRequestProto step =
                StepRequestProto.newBuilder().setId("unauthorized").build();
        grant("operator", Permission.newBuilder().withActions(Permission.Action.ADMIN));
        // HBase's access control rejects all users except administrators, and MergeService rejects those.
        assertRejected("intruder", server, step, "Insufficient permissions");
        // Grants reach the servers asynchronously.
        await().atMost(LIMIT)
                .untilAsserted(() -> assertRejected(
                        "operator",
                        server,
                        step,
                        "merge and status requests require an HBase superuser, not operator"));
        // A user with the name of HBase's own user but without a Kerberos ticket.
        try (Connection unauthenticated = secure.connect(UserGroupInformation.createRemoteUser("hbase"))) {
            RemoteWorker worker = new RemoteWorker(unauthenticated, server);
            assertThatThrownBy(() -> worker.start(ticket())).isInstanceOf(IOException.class);
        }
        for (String allowed : List.of(SecureCluster.ADMIN, "hbase")) {
            try (Connection superuser = secure.connect(allowed)) {
                RemoteWorker worker = new RemoteWorker(superuser, server);
                assertThat(worker.start(ticket()).getRejection()).isNotEmpty();
                assertThat(worker.step(step).getFailure()).contains("unknown merge unauthorized");
                assertThat(RemoteStatus.of(superuser, server).getBuild()).isNotEmpty();
            }
        }
    }

    private static void assertRejected(String user, ServerName server, StepRequestProto step, String message)
            throws IOException {
        try (Connection unauthorized = secure.connect(user)) {
            RemoteWorker worker = new RemoteWorker(unauthorized, server);
            assertThatThrownBy(() -> worker.start(ticket()))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining(message);
            assertThatThrownBy(() -> worker.step(step))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining(message);
            assertThatThrownBy(() -> RemoteStatus.of(unauthorized, server))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    @Tag("long")
    void unauthorizedUserCannotCompactLocally() throws Exception {
        TableName table = TableName.valueOf("permitted");
        Map<Integer, byte[]> written = fill(table);
        grant("reader", Permission.newBuilder(table).withActions(Permission.Action.READ));
        grant("owner", Permission.newBuilder(table).withActions(Permission.Action.CREATE));
        try (Connection unauthorized = secure.connect("reader")) {
            compact(unauthorized, table);
        }
        // Until the failure is logged, the store's files are selected by this compaction.
        await().atMost(LIMIT).untilAsserted(() -> assertThat(logged("Compaction failed", "regionName=permitted,"))
                .isPositive());
        assertThat(logged("Insufficient permissions", "user=reader@", "action=CREATE"))
                .isPositive();
        assertThat(files(table)).hasSize(FILES);

        try (Connection authorized = secure.connect("owner")) {
            // Repeat the request until the grant has reached the server.
            await().atMost(LIMIT).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
                compact(authorized, table);
                assertThat(files(table)).as(() -> explanation()).hasSize(1);
            });
        }
        // This user cannot even list the directory; the servers used their own tickets.
        assertLocal(table);
        assertThat(rows(table)).containsExactlyEntriesOf(hex(written));
        assertThatThrownBy(() -> secure.inHdfs("owner", conf(), fs -> fs.listStatus(new Path("/hbase"))))
                .isInstanceOf(AccessControlException.class);
    }

    @Test
    @Tag("long")
    void erasureCodedTableFallsBack() throws Exception {
        TableName table = TableName.valueOf("striped");
        create(table);
        String policy = "XOR-2-1-1024k";
        secure.inHdfs("hdfs", conf(), fs -> {
            DistributedFileSystem dfs = (DistributedFileSystem) fs;
            dfs.enableErasureCodingPolicy(policy);
            dfs.setErasureCodingPolicy(new Path("/hbase/data/default/striped"), policy);
            return dfs;
        });
        Map<Integer, byte[]> written = load(table);
        assertThat(files(table))
                .allSatisfy(file -> assertThat(file.isErasureCoded()).isTrue());

        compact(connection, table);
        LocatedFileStatus file = compacted(table);

        awaitMetric("FallbackIneligible");
        assertThat(file.isErasureCoded()).isTrue();
        assertThat(rows(table)).containsExactlyEntriesOf(hex(written));
        assertThat(logged("striped,", "HDFS stores the files erasure-coded or encrypted"))
                .isPositive();
    }

    @Test
    void dataNodeRejectsUnencryptedTransfer() throws Exception {
        Path file = new Path("/tmp-secret");
        secure.inHdfs("hdfs", conf(), fs -> {
            try (var out = fs.create(file)) {
                out.write(new byte[100]);
            }
            return file;
        });
        Configuration open = conf();
        open.unset("dfs.data.transfer.protection");
        // Otherwise it reads over a connection of another client in this JVM.
        open.set("dfs.client.context", "open");
        int readable = secure.inHdfs("hdfs", conf(), fs -> read(fs, file));
        assertThat(readable).isEqualTo(100);
        assertThatThrownBy(() -> secure.inHdfs("hdfs", open, fs -> read(fs, file)))
                .isInstanceOf(BlockMissingException.class);
    }

    private static int read(FileSystem fs, Path file) throws IOException {
        try (var in = fs.open(file)) {
            return in.readAllBytes().length;
        }
    }

    private static Configuration conf() {
        Configuration conf = secure.cluster().clientConfiguration();
        conf.setInt("dfs.client.max.block.acquire.failures", 0);
        return conf;
    }

    private static TicketProto ticket() {
        return TicketProto.newBuilder()
                .setId("unauthorized")
                .setTable(ByteString.EMPTY)
                .setRegion(ByteString.EMPTY)
                .setFamily(ByteString.EMPTY)
                .setNow(1)
                .setReadPoint(1)
                .setMajor(true)
                .setAllFiles(true)
                .setFingerprint("")
                .setClientName("")
                .setBlockSize(1)
                .setDataNode("")
                .build();
    }

    private static void grant(String user, Permission.Builder permission) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.grant(new UserPermission(user, permission.build()), false);
        }
    }

    private static void compact(Connection by, TableName table) throws IOException {
        try (Admin admin = by.getAdmin()) {
            admin.majorCompact(table);
        }
    }

    private static LocatedFileStatus compacted(TableName table) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(files(table)).as(() -> explanation()).hasSize(1));
        try {
            return files(table).get(0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<Integer, byte[]> fill(TableName name) throws IOException {
        create(name);
        return load(name);
    }

    private static void create(TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(name)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                    .build());
        }
    }

    private static Map<Integer, byte[]> load(TableName name) throws IOException {
        Map<Integer, byte[]> written = new TreeMap<>();
        try (Admin admin = connection.getAdmin();
                Table table = connection.getTable(name)) {
            Random random = new Random(SEED);
            for (int file = 0; file < FILES; file++) {
                List<Put> puts = new ArrayList<>();
                for (int i = 0; i < ROWS; i++) {
                    int row = random.nextInt(2 * ROWS);
                    byte[] value = new byte[300];
                    random.nextBytes(value);
                    written.put(row, value);
                    puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, value));
                }
                table.put(puts);
                TableFlush.flush(admin, name);
            }
        }
        return written;
    }

    private static Map<Integer, String> hex(Map<Integer, byte[]> rows) {
        Map<Integer, String> result = new TreeMap<>();
        rows.forEach((row, value) -> result.put(row, Bytes.toHex(value)));
        return result;
    }

    private static Map<Integer, String> rows(TableName name) throws IOException {
        Map<Integer, byte[]> rows = new TreeMap<>();
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result row : scanner) {
                rows.put(Bytes.toInt(row.getRow()), row.getValue(FAMILY, QUALIFIER));
            }
        }
        return hex(rows);
    }

    private static List<LocatedFileStatus> files(TableName table) throws IOException {
        return secure.inHdfs("hdfs", conf(), fs -> {
            List<LocatedFileStatus> files = new ArrayList<>();
            RemoteIterator<LocatedFileStatus> all =
                    fs.listFiles(new Path("/hbase/data/default/" + table.getNameAsString()), true);
            while (all.hasNext()) {
                LocatedFileStatus each = all.next();
                if (each.getPath().getParent().getName().equals("f")
                        && !each.getPath().toString().contains("/.tmp/")) {
                    files.add(each);
                }
            }
            return files;
        });
    }

    /** As they are on the DataNodes' disks. */
    private static void assertReplicasAreEqual(LocatedFileStatus file) throws IOException {
        List<String> names = secure.inHdfs("hdfs", conf(), fs -> ((DistributedFileSystem) fs)
                        .getClient()
                        .getLocatedBlocks(file.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
                        .getLocatedBlocks()
                        .stream()
                        .map(block -> block.getBlock().getBlockName())
                        .toList());
        assertThat(names).isNotEmpty();
        for (String name : names) {
            List<java.nio.file.Path> replicas;
            try (Stream<java.nio.file.Path> all =
                    Files.walk(secure.cluster().directory().resolve("nodes"))) {
                replicas = all.filter(path -> path.getFileName().toString().equals(name))
                        .toList();
            }
            assertThat(replicas).hasSize(3);
            for (java.nio.file.Path replica : replicas) {
                assertThat(Files.mismatch(replicas.get(0), replica)).isEqualTo(-1);
            }
        }
    }

    private static String fsck() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return secure.ticket("hdfs").doAs((PrivilegedExceptionAction<String>) () -> {
            try (PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
                ToolRunner.run(new DFSck(conf(), print), new String[] {"/hbase"});
            }
            return out.toString(StandardCharsets.UTF_8);
        });
    }

    private static void assertLocal(TableName table) throws IOException {
        assertThat(logged("coordinator.Coordinator: " + table.getNameAsString() + ",", "compacted locally on"))
                .as(() -> explanation())
                .isPositive();
        awaitMetric("Local");
    }

    private static void awaitMetric(String name) {
        // Hadoop's metrics are refreshed periodically.
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(metric(name)).as(() -> explanation()).isPositive());
    }

    private static long metric(String name) throws IOException {
        long sum = 0;
        for (Daemon each : secure.cluster().daemons(Role.REGIONSERVER)) {
            sum += each.bean("Hadoop:service=HBase,name=" + LocalCompactMetrics.NAME, name)
                    .path(name)
                    .asLong();
        }
        return sum;
    }

    private static long logged(String... texts) throws IOException {
        return lines(line -> Stream.of(texts).allMatch(line::contains)).size();
    }

    private static String explanation() {
        try {
            return String.join(
                    "\n",
                    lines(line -> line.contains("Falling back to stock compaction") || line.contains("localcompact.")));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<String> lines(java.util.function.Predicate<String> wanted) throws IOException {
        List<String> result = new ArrayList<>();
        for (Daemon each : secure.cluster().daemons(Role.REGIONSERVER)) {
            try (Stream<String> lines = Files.lines(each.log())) {
                lines.filter(wanted).forEach(result::add);
            }
        }
        return result;
    }
}
