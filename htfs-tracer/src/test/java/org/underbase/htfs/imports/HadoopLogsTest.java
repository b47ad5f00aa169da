package org.underbase.htfs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

/** Import of the logs that Hadoop's own classes write, compared with the calls of the client. */
@Tag("cluster")
class HadoopLogsTest {
    private static final int BLOCK = 1 << 16;
    private static final short REPLICATION = 2;
    private static final String HDFS = "org.apache.hadoop.hdfs.";

    @TempDir
    java.nio.file.Path dir;

    private final Map<Logger, FileAppender> appenders = new LinkedHashMap<>();
    private MiniDFSCluster cluster;
    private DistributedFileSystem fs;

    @BeforeEach
    void start() throws Exception {
        log(HDFS + "server.namenode.FSNamesystem.audit", Level.INFO, "audit.log");
        log(HDFS + "StateChange", Level.INFO, "namenode.log");
        log(HDFS + "server.datanode.DataNode.clienttrace", Level.DEBUG, "datanode.log");
        Configuration conf = new HdfsConfiguration();
        conf.setLong("dfs.blocksize", BLOCK);
        conf.setLong("dfs.namenode.fs-limits.min-block-size", 512);
        conf.setInt("dfs.replication", REPLICATION);
        conf.setBoolean("hadoop.caller.context.enabled", true);
        cluster = new MiniDFSCluster.Builder(conf, dir.resolve("dfs").toFile())
                .numDataNodes(2)
                .build();
        cluster.waitActive();
        fs = cluster.getFileSystem();
    }

    /** Writes the lines of a logger with the layout of Hadoop's log4j.properties. */
    private void log(String name, Level level, String file) throws IOException {
        Logger logger = Logger.getLogger(name);
        FileAppender appender = new FileAppender(
                new PatternLayout("%d{ISO8601} %p %c: %m%n"), dir.resolve(file).toString());
        logger.setLevel(level);
        logger.setAdditivity(false);
        logger.addAppender(appender);
        appenders.put(logger, appender);
    }

    @AfterEach
    void stop() throws Exception {
        if (cluster != null) {
            fs.close();
            cluster.shutdown();
        }
        appenders.forEach((logger, appender) -> {
            logger.removeAppender(appender);
            logger.setAdditivity(true);
            logger.setLevel(null);
            appender.close();
        });
    }

    @Test
    void theAuditLogHasTheCallsOfTheClient() throws Exception {
        Path strange = new Path("/d/a b\u00e9\\t");
        fs.mkdirs(new Path("/d"));
        write("/d/f", 100);
        fs.rename(new Path("/d/f"), strange);
        try (FSDataInputStream in = fs.open(strange)) {
            in.read();
        }
        write("/d/g", 100);
        fs.rename(new Path("/d/g"), strange, Options.Rename.OVERWRITE);
        fs.getFileStatus(strange);
        fs.setReplication(strange, (short) 1);
        fs.listStatus(new Path("/d"));
        fs.setPermission(new Path("/d"), new FsPermission("700"));
        write("/parts/a", BLOCK);
        write("/parts/b", BLOCK);
        write("/parts/c", 10);
        fs.concat(new Path("/parts/a"), new Path[] {new Path("/parts/b"), new Path("/parts/c")});
        UserGroupInformation eve = UserGroupInformation.createUserForTesting("eve", new String[] {"none"});
        DistributedFileSystem other =
                (DistributedFileSystem) DFSTestUtil.getFileSystemAs(eve, cluster.getConfiguration(0));
        assertThatThrownBy(() -> other.delete(strange, false)).isInstanceOf(AccessControlException.class);
        other.close();
        fs.delete(strange, false);

        ImportResult result = imported(new AuditLog(ZoneId.systemDefault()), "audit.log");

        assertThat(result.badLines()).isZero();
        assertThat(result.remarks()).isEmpty();
        List<TraceEvent> events = read();
        Map<Call, Integer> counts = new TreeMap<>();
        events.forEach(event -> counts.merge(event.call(), 1, Integer::sum));
        assertThat(counts)
                .containsEntry(Call.CREATE, 5)
                .containsEntry(Call.RENAME, 2)
                .containsEntry(Call.OPEN, 1)
                .containsEntry(Call.SET_REPLICATION, 1)
                .containsEntry(Call.LIST_STATUS, 1)
                .containsEntry(Call.SET_PERMISSION, 1)
                .containsEntry(Call.CONCAT, 2)
                .containsEntry(Call.DELETE, 2)
                .containsEntry(Call.MKDIRS, 1)
                .doesNotContainKey(Call.UNKNOWN);
        String path = strange.toUri().getPath();
        TraceEvent moved = first(events, Call.RENAME);
        assertThat(moved.otherPath()).isEqualTo(path);
        assertThat(first(events, Call.OPEN).path()).isEqualTo(path);
        assertThat(first(events, Call.OPEN).fileId()).isEqualTo(moved.fileId());
        TraceEvent denied = first(events, Call.DELETE);
        assertThat(denied.user()).isEqualTo("eve");
        assertThat(denied.exception()).isNotEmpty();
        assertThat(denied.result()).isEqualTo(-1);
        TraceEvent overwrite = events.stream()
                .filter(event -> event.call() == Call.RENAME)
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertThat(overwrite.detail()).startsWith("options=overwrite");
        assertThat(events.stream().filter(event -> event.call() == Call.CONCAT).map(TraceEvent::otherPath))
                .containsExactly("/parts/b", "/parts/c");
        assertThat(first(events, Call.CREATE).user())
                .isEqualTo(UserGroupInformation.getCurrentUser().getShortUserName());
        assertThat(first(events, Call.CREATE).thread()).isEqualTo("127.0.0.1");
    }

    @Test
    void clientTraceHasTheBytesOfEachReplica() throws Exception {
        int size = 2 * BLOCK + 1000;
        write("/f", size);
        // An append writes only to the replicas that the NameNode knows.
        DFSTestUtil.waitReplication(fs, new Path("/f"), REPLICATION);
        try (FSDataOutputStream out = fs.append(new Path("/f"))) {
            out.write(new byte[500]);
        }
        byte[] buffer = new byte[size + 500];
        try (FSDataInputStream in = fs.open(new Path("/f"))) {
            in.readFully(buffer);
            in.readFully(BLOCK + 1024, buffer, 0, 2048);
        }
        long read = size + 500L + 2048;

        // A DataNode logs a read after the client has received it.
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            deleteOutput();
            ImportResult result =
                    imported(new ClientTrace(ZoneId.systemDefault(), 512), "namenode.log", "datanode.log");
            assertThat(result.badLines()).isZero();
            assertThat(result.remarks()).isEmpty();
            assertThat(moved(Call.READ)).isEqualTo(read);
        });

        assertThat(moved(Call.WRITE)).isEqualTo(REPLICATION * (size + 500L));
        List<TraceEvent> events = read();
        assertThat(events.stream().map(TraceEvent::path)).containsOnly("/f");
        assertThat(events.stream().map(TraceEvent::process).distinct()).hasSize(2);
        assertThat(events.stream().mapToLong(TraceEvent::fileId).distinct()).hasSize(3);
        assertThat(events.stream().filter(event -> event.call() == Call.CREATE)).hasSize(3 * REPLICATION);
        assertThat(events).allSatisfy(event -> {
            assertThat(event.host()).isEqualTo("127.0.0.1");
            assertThat(event.identity().blockPool())
                    .isEqualTo(cluster.getNamesystem().getBlockPoolId());
        });
        assertThat(events).anySatisfy(event -> {
            assertThat(event.call()).isEqualTo(Call.READ);
            assertThat(event.offset()).isEqualTo(1024);
            assertThat(event.result()).isEqualTo(2048);
        });
    }

    private long moved(Call call) throws IOException {
        return read().stream()
                .filter(event -> event.call() == call)
                .mapToLong(TraceEvent::result)
                .sum();
    }

    private static TraceEvent first(List<TraceEvent> events, Call call) {
        return events.stream().filter(event -> event.call() == call).findFirst().orElseThrow();
    }

    private void write(String path, int bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(new Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    private void deleteOutput() throws IOException {
        java.nio.file.Path out = dir.resolve("out");
        if (Files.exists(out)) {
            try (var files = Files.newDirectoryStream(out)) {
                for (java.nio.file.Path file : files) {
                    Files.delete(file);
                }
            }
        }
    }

    private ImportResult imported(SourceFormat format, String... files) throws IOException {
        List<java.nio.file.Path> paths = new ArrayList<>();
        for (String file : files) {
            paths.add(dir.resolve(file));
        }
        return new TraceImport(format, false, (bytes, total, lines) -> {}).run(paths, dir.resolve("out"));
    }

    private List<TraceEvent> read() throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(dir.resolve("out").toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
        }
        return events;
    }
}
