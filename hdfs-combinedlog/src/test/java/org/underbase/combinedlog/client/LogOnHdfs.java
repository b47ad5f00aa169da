package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.mini.MiniHdfs;

/** Guarantees of logs on three DataNodes. */
abstract class LogOnHdfs {
    private static final Path PATH = new Path("/logs/log");
    private static final int THREADS = 4;
    private static final int BLOCK = 1 << 20;
    private static final LogOptions OPTIONS = LogOptions.defaults().withFile(3, BLOCK);

    private MiniHdfs hdfs;
    private final List<FileSystem> clients = new ArrayList<>();

    /** Adds the settings of the DataNodes. */
    abstract MiniHdfs.Builder settings(MiniHdfs.Builder builder);

    @BeforeEach
    void start() throws IOException {
        hdfs = settings(MiniHdfs.builder().dataNodes(3))
                .set("dfs.namenode.fs-limits.min-block-size", "0")
                .set("dfs.heartbeat.interval", "1")
                .set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER")
                .set("dfs.client.socket-timeout", "120000")
                .start();
    }

    @AfterEach
    void stop() throws IOException {
        for (FileSystem each : clients) {
            each.close();
        }
        hdfs.close();
    }

    final MiniHdfs hdfs() {
        return hdfs;
    }

    /** Returns the logs of a program, which has a separate client. */
    final CombinedLog program() throws IOException {
        FileSystem client = FileSystem.newInstance(hdfs.fileSystem().getUri(), new Configuration(hdfs.configuration()));
        clients.add(client);
        return CombinedLog.on(client);
    }

    static ByteBuffer record(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void assertRecords(CombinedLog logs, int count, int length) throws IOException {
        try (LogReader reader = logs.read(PATH)) {
            for (int i = 0; i < count; i++) {
                Optional<LogRecord> next = reader.next();
                assertThat(next).as("record %s of %s", i, count).isPresent();
                assertThat(next.get().data()).as("record %s", i).isEqualTo(record(i, length));
            }
        }
    }

    @Test
    void acknowledgedRecordsSurviveTheCrashOfTheirWriter() throws Exception {
        LogWriter crashed = program().create(PATH, OPTIONS);
        for (int i = 0; i < 20; i++) {
            Appends.append(crashed, record(i, 1000));
        }
        crashed.sync();

        CombinedLog other = program();
        try (LogWriter next = other.open(PATH, OPTIONS)) {
            assertThat(next.append(record(20, 1000)).get().sequence()).isEqualTo(20);
            CompletableFuture<LogPosition> late = crashed.append(record(99, 1000));
            assertThatThrownBy(late::join).hasCauseInstanceOf(LogFencedException.class);
            assertThat(next.append(record(21, 1000)).get().sequence()).isEqualTo(21);
        }
        assertThatThrownBy(crashed::close).isInstanceOf(LogFencedException.class);
        assertRecords(other, 22, 1000);
    }

    @Test
    void theLongestRecoveryTimeoutIsForever() throws Exception {
        LogOptions patient = OPTIONS.withTimeouts(LogWriterTest.FOREVER, LogWriterTest.FOREVER);
        LogWriter crashed = program().create(PATH, patient);
        crashed.append(record(0, 1000)).get();
        CombinedLog other = program();
        try (LogWriter next = other.open(PATH, patient)) {
            assertThat(next.append(record(1, 1000)).get().sequence()).isEqualTo(1);
        }
        assertThatThrownBy(crashed::close).isInstanceOf(LogFencedException.class);
        assertRecords(other, 2, 1000);
    }

    @Test
    void aWriterOfTheSameClientIsFencedAsWell() throws Exception {
        CombinedLog logs = program();
        LogWriter old = logs.create(PATH, OPTIONS);
        old.append(record(0, 1000)).get();
        try (LogWriter next = logs.open(PATH, OPTIONS)) {
            CompletableFuture<LogPosition> late = old.append(record(99, 1000));
            assertThatThrownBy(late::join).hasCauseInstanceOf(LogFencedException.class);
            assertThat(next.append(record(1, 1000)).get().sequence()).isEqualTo(1);
        }
        assertThatThrownBy(old::close).isInstanceOf(LogFencedException.class);
        assertRecords(logs, 2, 1000);
    }

    @Test
    void recordsCrossBlocksAndSurviveARestartOfAllDataNodes() throws Exception {
        CombinedLog logs = program();
        int length = 100_000;
        int count = 3 * BLOCK / length;
        LogWriter log = logs.create(PATH, OPTIONS);
        for (int i = 0; i < count; i++) {
            assertThat(log.append(record(i, length)).get().sequence()).isEqualTo(i);
        }
        hdfs.cluster().restartDataNodes();
        hdfs.cluster().waitActive();

        logs.recover(PATH, Duration.ofMinutes(5));
        assertRecords(logs, count, length);
        assertThatThrownBy(log::close).isInstanceOf(LogFencedException.class);
    }

    @Test
    void aReaderFollowsAnOpenLog() throws Exception {
        CombinedLog logs = program();
        try (LogWriter log = logs.create(PATH, OPTIONS);
                LogReader reader = program().read(PATH)) {
            assertThat(reader.next()).isEmpty();
            for (int i = 0; i < 5; i++) {
                log.append(record(i, 300_000)).get();
                Optional<LogRecord> next = reader.next(Duration.ofMinutes(1));
                assertThat(next.orElseThrow().data()).isEqualTo(record(i, 300_000));
            }
            try (LogReader second = logs.readFrom(PATH, reader.position())) {
                log.append(record(5, 10)).get();
                assertThat(second.next().orElseThrow().data()).isEqualTo(record(5, 10));
            }
        }
    }

    private static void write(CombinedLog logs, int count) throws IOException {
        try (LogWriter log = logs.create(PATH, OPTIONS)) {
            for (int i = 0; i < count; i++) {
                Appends.append(log, record(i, 1000));
            }
        }
    }

    @Test
    void aReaderReportsThatItsLogWasReplacedByAnOpenLog() throws Exception {
        CombinedLog logs = program();
        write(logs, 20);
        try (LogReader reader = program().read(PATH)) {
            for (int i = 0; i < 20; i++) {
                assertThat(reader.next()).isPresent();
            }
            assertThat(hdfs.fileSystem().delete(PATH, false)).isTrue();
            assertThatThrownBy(reader::next).isInstanceOf(FileNotFoundException.class);
            try (LogWriter log = logs.create(PATH, OPTIONS)) {
                log.append(record(0, 10)).get();
                assertThatThrownBy(() -> reader.next(Duration.ofMinutes(1))).isInstanceOf(LogReplacedException.class);
            }
            assertThatThrownBy(reader::next).isInstanceOf(LogReplacedException.class);
        }
    }

    @Test
    void aReaderReportsThatItsPositionIsBeyondTheEndOfAClosedLog() throws Exception {
        CombinedLog logs = program();
        write(logs, 20);
        try (LogReader reader = program().read(PATH)) {
            for (int i = 0; i < 20; i++) {
                assertThat(reader.next()).isPresent();
            }
            LogPosition end = reader.position();
            // A closed log and one that another writer has opened have the same end.
            assertThat(reader.next()).isEmpty();
            hdfs.fileSystem().append(PATH).close();
            assertThat(reader.next()).isEmpty();
            assertThat(hdfs.fileSystem().truncate(PATH, end.offset() / 2)).isFalse();
            await().atMost(Duration.ofMinutes(1)).until(() -> hdfs.fileSystem().isFileClosed(PATH));

            assertThatThrownBy(() -> reader.next(Duration.ofMinutes(1)))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("ends at byte " + end.offset() / 2 + ", before record 20");
        }
        try (LogReader reader = logs.readFrom(PATH, new LogPosition(99, 1L << 40))) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptLogException.class);
        }
    }

    @Test
    void theLossOfADataNodeFailsNoRecord() throws Exception {
        CombinedLog logs = program();
        try (LogWriter log = logs.create(PATH, OPTIONS)) {
            List<CompletableFuture<LogPosition>> written = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                written.add(log.append(record(i, 1000)));
                if (i == 100) {
                    hdfs.cluster().stopDataNode(0);
                }
            }
            log.sync();
            assertThat(written).allSatisfy(each -> assertThat(each).isCompleted());
        }
        assertRecords(logs, 200, 1000);
    }

    @Test
    void theLossOfAllDataNodesAcknowledgesNothingThatIsMissingLater() throws Exception {
        CombinedLog logs = program();
        LogWriter log = logs.create(PATH, OPTIONS);
        List<CompletableFuture<LogPosition>> written = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        CompletableFuture<Void> first = new CompletableFuture<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                try {
                    while (true) {
                        CompletableFuture<LogPosition> next = log.append(record(1, 1000));
                        synchronized (written) {
                            written.add(next);
                        }
                        next.thenRun(() -> first.complete(null)).join();
                    }
                } catch (IOException | RuntimeException e) {
                    first.completeExceptionally(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        first.get();
        List<DataNodeProperties> stopped = new ArrayList<>();
        while (!hdfs.cluster().getDataNodes().isEmpty()) {
            stopped.add(hdfs.cluster().stopDataNode(0));
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThatThrownBy(log::close).isInstanceOf(LogFailedException.class);
        for (DataNodeProperties each : stopped) {
            assertThat(hdfs.cluster().restartDataNode(each, true)).isTrue();
        }
        hdfs.cluster().waitActive();

        assertThat(written).allSatisfy(each -> assertThat(each).isDone());
        long acknowledged = written.stream()
                .filter(each -> !each.isCompletedExceptionally())
                .map(each -> each.join().sequence())
                .max(Long::compare)
                .orElseThrow();
        try (LogWriter next = logs.open(PATH, OPTIONS)) {
            assertThat(next.position().sequence()).isGreaterThan(acknowledged);
        }
    }

    @Test
    void aLogIsReplicatedInAnErasureCodedDirectory() throws Exception {
        DistributedFileSystem fs = hdfs.fileSystem();
        Path directory = new Path("/ec");
        fs.mkdirs(directory);
        fs.enableErasureCodingPolicy("XOR-2-1-1024k");
        fs.setErasureCodingPolicy(directory, "XOR-2-1-1024k");
        CombinedLog logs = program();
        Path log = new Path(directory, "log");
        try (LogWriter writer = logs.create(log, OPTIONS)) {
            writer.append(record(0, 10)).get();
        }
        assertThat(fs.getErasureCodingPolicy(log)).as("policy of the log").isNull();
        Path striped = new Path(directory, "striped");
        fs.create(striped).close();

        assertThatThrownBy(() -> logs.open(striped, OPTIONS)).isInstanceOf(IOException.class);
    }
}
