package org.underbase.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;

/** Requests of one machine of a trace, and traces that are rejected. */
class TraceInputTest {
    private static final String STORE = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/f/";
    private static final String LOG = "/hbase/WALs/n0,16020,1/wal.1";
    private static final String PROCESS = "42@0";

    @TempDir
    private Path directory;

    private final List<TestProcess> servers = new ArrayList<>();

    @BeforeEach
    void createServers() {
        for (int i = 0; i < 4; i++) {
            TestProcess server = new TestProcess("n" + i, PROCESS);
            servers.add(server);
            // A process that logs is a RegionServer.
            server.in("AsyncFSWAL-0").doing(Activity.LOGGING);
            long log = server.createWal("/hbase/WALs/n" + i + ",16020,1/wal.0", 1);
            server.writeWal(log, 1).syncWal(log).call(Call.WAL_CLOSE, "/hbase/WALs/n" + i + ",16020,1/wal.0", 0);
            server.pass(Duration.ofSeconds(1));
        }
    }

    /** Requests as text, without those before the first second. */
    private static final class Lines implements RequestListener {
        private final List<String> lines = new ArrayList<>();
        private final List<String> places = new ArrayList<>();

        @Override
        public void placed(long time, int file, int blockLength, int length) {
            places.add(blockLength + " of " + length);
        }

        private void add(long time, String format, Object... values) {
            if (time > Duration.ofMillis(900).toNanos()) {
                lines.add(String.format(Locale.ROOT, format, values));
            }
        }

        @Override
        public void created(
                long time,
                org.underbase.sim.request.Activity activity,
                int file,
                int length,
                int megabytes,
                boolean to) {
            add(time, "created %s %d of %d%s", activity, length, megabytes, to ? " received" : "");
        }

        @Override
        public void request(
                long time, org.underbase.sim.request.Activity activity, int file, int offset, int length, boolean to) {
            add(time, "%s %d+%d%s", activity, offset, length, to ? " received" : "");
        }

        @Override
        public void deleted(long time, int file, int length) {
            add(time, "deleted %d", length);
        }
    }

    private TraceInput open(boolean incomplete) throws IOException, InterruptedException {
        List<TestEvent> events = new ArrayList<>();
        servers.forEach(server -> events.addAll(server.events()));
        directory = directory.resolve("next");
        TestTrace.write(directory, events);
        return open(MachineUnit.HOST, incomplete);
    }

    private TraceInput open(MachineUnit unit, boolean incomplete) throws IOException, InterruptedException {
        return TraceInput.open(
                new Configuration(false), List.of(directory.toString()), unit, incomplete, Progress.NONE);
    }

    private List<String> requests(int machine) throws IOException, InterruptedException {
        return requests(machine, View.PAPER);
    }

    private List<String> requests(int machine, FileLayout layout) throws IOException, InterruptedException {
        Lines lines = new Lines();
        open(false).compile(machine, View.PAPER, layout, lines, events -> {});
        return lines.lines;
    }

    private List<String> requests(int machine, View view) throws IOException, InterruptedException {
        Lines lines = new Lines();
        open(false).compile(machine, view, lines, events -> {});
        return lines.lines;
    }

    @Test
    void writeGoesToTheWritersMachineAndThoseThatFollowIt() throws Exception {
        TestProcess writer = servers.get(1).in("MemStoreFlusher.0").doing(Activity.FLUSH);
        long stream = writer.create(STORE + "a", 3);
        writer.write(stream, 3 << 19).closeOutput(stream);

        assertThat(requests(0)).isEmpty();
        assertThat(requests(1))
                .as("two blocks of at most 1 MiB")
                .containsExactly(
                        "created FLUSH 1048576 of 2", "created FLUSH 524288 of 2", "FLUSH 0+1048576", "FLUSH 0+524288");
        assertThat(requests(3))
                .containsExactly(
                        "created FLUSH 1048576 of 2 received",
                        "created FLUSH 524288 of 2 received",
                        "FLUSH 0+1048576 received",
                        "FLUSH 0+524288 received");
    }

    @Test
    void anotherReplicationAndBlockSizeApplyToFilesOfHBase() throws Exception {
        TestProcess writer = servers.get(1).in("MemStoreFlusher.0").doing(Activity.FLUSH);
        long stream = writer.create(STORE + "a", 3);
        writer.write(stream, 3 << 19).closeOutput(stream);
        long job = writer.create("/tmp/job.jar", 3);
        writer.write(job, 7).closeOutput(job);

        assertThat(requests(3, FileLayout.TRACED.withReplication(2)))
                .as("the third machine has replicas of other files only")
                .containsExactly("created OTHER_WRITE 7 of 1 received", "OTHER_WRITE 0+7 received");
        assertThat(requests(2, FileLayout.TRACED.withReplication(2).withBlockSize(2 << 20)))
                .as("one block")
                .startsWith("created FLUSH 1572864 of 2 received", "FLUSH 0+1572864 received");
        assertThatThrownBy(() -> requests(1, FileLayout.TRACED.withReplication(5)))
                .hasMessage("replication=5 needs as many machines, but the trace has 4 (n0, n1, n2, n3)");
    }

    @Test
    void logReachesTheDataNodesAtTheSync() throws Exception {
        TestProcess writer = servers.get(0);
        long stream = writer.createWal(LOG, 1);
        writer.writeWal(stream, 100).writeWal(stream, 50).syncWal(stream).syncWal(stream);
        writer.writeWal(stream, 7);

        assertThat(requests(0))
                .as("the rest is sent at the end")
                .containsExactly("created LOG 157 of 1", "LOG 0+150", "LOG 150+7");
    }

    @Test
    void logThatExistedBeforeTheTraceSendsItsRecordedBytesOnly() throws Exception {
        TestProcess writer = servers.get(0);
        writer.append(LOG, 1000, 20);
        writer.call(Call.WAL_SYNC, LOG, 1020);

        assertThat(requests(0)).containsExactly("LOG 1000+20");
    }

    @Test
    void compactionReadsOneReplicaAndLocalCompactionReadsTheOthers() throws Exception {
        TestProcess writer = servers.get(0).in("rs-shortCompactions-0").doing(Activity.COMPACTION);
        long stream = writer.create(STORE + "a", 3);
        writer.write(stream, 10).closeOutput(stream);
        writer.pass(Duration.ofSeconds(1));
        long input = writer.open(STORE + "a");
        writer.pread(input, 2, 5);
        TestProcess reader = servers.get(3).in("RpcServer.handler=1").doing(Activity.READ);
        reader.pass(Duration.ofSeconds(5));
        reader.pread(reader.open(STORE + "a"), 4, 1);
        writer.pass(Duration.ofSeconds(8)).delete(STORE + "a");

        assertThat(requests(0))
                .as("the reader without a replica reads that of the writer")
                .endsWith("COMPACTION_READ 2+5", "USER_READ 4+1", "deleted 10");
        assertThat(requests(1)).endsWith("COMPACTION_READ 2+5 received", "deleted 10");
        assertThat(requests(3)).isEmpty();
    }

    @Test
    void dataNodeReadsChunksAndChecksums() throws Exception {
        TestProcess process = servers.get(0).in("RpcServer.handler=1").doing(Activity.READ);
        long stream = process.opened(STORE + "a", 2000).open(STORE + "a");
        process.pread(stream, 1000, 100);

        assertThat(requests(0, View.DATANODE))
                .as("the checksum file begins at the page after 2000 bytes")
                .containsExactly("USER_READ 512+1024", "USER_READ " + (4096 + 7 + 4) + "+8");
    }

    @Test
    void dataNodeHasTheSizesOfBlocksAndChecksumFiles() throws Exception {
        TestProcess process = servers.get(0).in("RpcServer.handler=1").doing(Activity.READ);
        process.pread(process.opened(STORE + "a", 2000).open(STORE + "a"), 1000, 100);
        Lines clients = new Lines();
        Lines dataNode = new Lines();
        open(false).compile(0, View.PAPER, clients, events -> {});
        open(false).compile(0, View.DATANODE, dataNode, events -> {});

        assertThat(clients.places).isEmpty();
        assertThat(dataNode.places).endsWith("2000 of " + (4096 + 7 + 16));
    }

    @Test
    void dataNodeSendsAheadOfASequentialReadOnce() throws Exception {
        TestProcess process = servers.get(0).in("RpcServer.handler=1").doing(Activity.READ);
        int size = 1 << 20;
        long stream = process.opened(STORE + "a", size).open(STORE + "a");
        process.read(stream, 600).read(stream, 400).closeInput(stream);
        int ahead = 128 << 10;

        assertThat(requests(0, View.DATANODE).stream().filter(line -> !isChecksum(line, size)))
                .containsExactly("USER_READ 0+" + (ahead + 1024));
        process.read(stream, 200).seek(stream, size - 100).read(stream, 50).closeInput(stream);
        assertThat(requests(0, View.DATANODE).stream().filter(line -> !isChecksum(line, size)))
                .as("a transfer ends when the stream is closed, or by a seek; it does not pass the end of the block")
                .containsExactly(
                        "USER_READ 0+" + (ahead + 1024),
                        "USER_READ 512+" + (ahead + 1024 - 512 + 512),
                        "USER_READ " + (size - 512) + "+512");
    }

    private static boolean isChecksum(String line, int blockLength) {
        return Integer.parseInt(line.replaceAll(".* (\\d+)\\+.*", "$1")) >= blockLength;
    }

    @Test
    void dataNodeWritesPacketsAndRepeatsAPartialChunk() throws Exception {
        TestProcess writer = servers.get(0).in("MemStoreFlusher.0").doing(Activity.FLUSH);
        long stream = writer.create(STORE + "a", 1);
        writer.write(stream, 65_000).hsync(stream).write(stream, 1).closeOutput(stream);
        int packet = 126 * 512;

        assertThat(requests(0, View.DATANODE).stream()
                        .filter(line -> line.startsWith("FLUSH") && !isChecksum(line, 65_001)))
                .containsExactly("FLUSH 0+" + packet, "FLUSH " + packet + "+" + (65_000 - packet), "FLUSH 64512+489");
    }

    /** Sums of the requests of all machines. */
    private static final class Sums implements RequestListener {
        private long read;
        private long written;

        @Override
        public void request(
                long time, org.underbase.sim.request.Activity activity, int file, int offset, int length, boolean to) {
            if (activity.isWrite()) {
                written += length;
            } else {
                read += to ? 0 : length;
            }
        }

        @Override
        public void deleted(long time, int file, int length) {}
    }

    @Test
    void machinesReadEachByteOnceAndWriteItThreeTimes() throws Exception {
        List<TestEvent> events = SyntheticHBase.events(1, 5, 20);
        TestTrace.write(directory, events);
        TraceInput input = open(MachineUnit.HOST, false);
        Sums sums = new Sums();
        for (int machine = 0; machine < 5; machine++) {
            CompileReport report = input.compile(machine, View.PAPER, sums, count -> {});
            assertThat(report.notes()).isEmpty();
        }

        assertThat(sums.read).isEqualTo(bytes(events, Call.Kind.READ)).isPositive();
        assertThat(sums.written).isEqualTo(3 * bytes(events, Call.Kind.WRITE));
    }

    private static long bytes(List<TestEvent> events, Call.Kind kind) {
        return events.stream()
                .filter(event -> event.call().kind() == kind)
                .mapToLong(event -> Math.max(0, event.result()))
                .sum();
    }

    @Test
    void sampledTraceIsRejected() {
        servers.get(0).sampled(1L << 31).call(Call.EXISTS, STORE, 1);

        assertThatThrownBy(() -> open(true))
                .isInstanceOf(UnusableTraceException.class)
                .hasMessageContaining("underbase.trace.sampling=1");
    }

    @Test
    void traceWithoutCloseCallsIsRejected() {
        TestProcess only = new TestProcess("n0", PROCESS).in("AsyncFSWAL-0").doing(Activity.LOGGING);
        only.writeWal(only.createWal(LOG, 1), 10);
        servers.clear();
        servers.add(only);

        assertThatThrownBy(() -> open(true)).hasMessage("the trace has no close calls: the ends of logs are unknown");
    }

    @Test
    void incompleteTraceNeedsAnOption() throws Exception {
        TestTrace.write(directory, SyntheticHBase.events(2, 5, 20));
        List<Path> segments;
        try (Stream<Path> files = Files.list(directory)) {
            segments =
                    files.filter(file -> file.toString().endsWith(".ubtrace")).toList();
        }
        TestTrace.corrupt(segments.get(0), 1);

        assertThatThrownBy(() -> open(MachineUnit.HOST, false))
                .isInstanceOf(UnusableTraceException.class)
                .hasMessageContaining("--incomplete");
        assertThat(open(MachineUnit.HOST, true).defects())
                .isNotEmpty()
                .allMatch(defect -> defect.matches(".* \\([0-9.]+% of the bytes of the trace\\)"));
    }

    @Test
    void replicasNeedAsManyMachines() {
        TestProcess writer = servers.get(0).in("MemStoreFlusher.0").doing(Activity.FLUSH);
        writer.write(writer.create(STORE + "a", 5), 1);

        assertThatThrownBy(() -> open(false))
                .hasMessage("5 replicas need as many machines, but the trace has 4 (n0, n1, n2, n3)"
                        + "; --machine-unit process gives each RegionServer its own DataNode");
    }
}
