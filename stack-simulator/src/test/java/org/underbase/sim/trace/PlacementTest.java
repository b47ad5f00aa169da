package org.underbase.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.request.Tier;

/** Machines and tiers of replicas, and the replicas that reads use. */
class PlacementTest {
    private static final String STORE = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/f/";
    private static final int FILES = 20;
    private static final int MACHINES = 4;

    @TempDir
    private Path directory;

    /** Four machines; the first writes files and reads them, the fourth reads them as well. */
    private TraceInput open() throws IOException, InterruptedException {
        List<TestProcess> servers = new ArrayList<>();
        for (int i = 0; i < MACHINES; i++) {
            TestProcess server = new TestProcess("n" + i, "42@0");
            servers.add(server);
            server.in("AsyncFSWAL-0").doing(Activity.LOGGING);
            String path = "/hbase/WALs/n" + i + ",16020,1/wal.0";
            long log = server.createWal(path, 1);
            server.writeWal(log, 1).syncWal(log).call(Call.WAL_CLOSE, path, 0);
            server.pass(Duration.ofSeconds(1 + 10L * i));
        }
        TestProcess writer = servers.get(0).in("MemStoreFlusher.0").doing(Activity.FLUSH);
        for (int i = 0; i < FILES; i++) {
            long stream = writer.create(STORE + "file" + i, 3);
            writer.write(stream, 4096).closeOutput(stream);
        }
        TestProcess reader = servers.get(3).in("RpcServer.handler=1").doing(Activity.READ);
        for (int i = 0; i < FILES; i++) {
            reader.pread(reader.open(STORE + "file" + i), 0, 4096);
        }
        List<TestEvent> events = new ArrayList<>();
        servers.forEach(server -> events.addAll(server.events()));
        directory = directory.resolve("next");
        TestTrace.write(directory, events);
        return TraceInput.open(
                new Configuration(false), List.of(directory.toString()), MachineUnit.HOST, false, Progress.NONE);
    }

    /** Counts of requests by rank of the tier. */
    private static final class Counts implements RequestListener {
        private final int[] flushed = new int[2];
        private final int[] read = new int[2];

        @Override
        public void request(
                long time, org.underbase.sim.request.Activity activity, int file, int offset, int length, boolean to) {
            if (activity == org.underbase.sim.request.Activity.FLUSH) {
                flushed[file % 2]++;
            } else if (activity == org.underbase.sim.request.Activity.USER_READ) {
                read[file % 2]++;
            }
        }

        @Override
        public void deleted(long time, int file, int length) {}
    }

    private static FileLayout layout(String placement, int fastNodes, int diskNodes) {
        Tier fast = new Tier("fast", fastNodes, 1, 1_000_000_000_000_000L, 0, 1);
        Tier disk = new Tier("disk", diskNodes, 1, 1_000_000, 0, 1);
        return FileLayout.TRACED.withTiers(List.of(fast, disk)).withPlacement(placement);
    }

    private Counts count(String placement, String retrieval, int fastNodes, int... machines)
            throws IOException, InterruptedException {
        TraceInput input = open();
        FileLayout layout = layout(placement, fastNodes, MACHINES).withRetrieval(retrieval);
        Counts counts = new Counts();
        for (int machine : machines) {
            input.compile(machine, View.PAPER, layout, counts, events -> {});
        }
        return counts;
    }

    @Test
    void aVectorPlacesTheFirstReplicaOnTheFastTierOfTheWriter() throws Exception {
        Counts writer = count("fast=1,disk=2", "network-aware", MACHINES, 0);
        assertThat(writer.flushed).containsExactly(FILES, 0);

        Counts all = count("fast=1,disk=2", "network-aware", MACHINES, 0, 1, 2, 3);
        assertThat(all.flushed).containsExactly(FILES, 2 * FILES);
        assertThat(all.read[0] + all.read[1]).as("each read once").isEqualTo(FILES);
    }

    @Test
    void readersPreferTheirOwnReplicaOrTheFastOne() throws Exception {
        Counts near = count("fast=1,disk=2", "network-aware", MACHINES, 3);
        assertThat(near.flushed[1]).isPositive();
        assertThat(near.read).as("its own replicas").containsExactly(0, near.flushed[1]);

        Counts fast = count("fast=1,disk=2", "tier-aware", MACHINES, 0, 1, 2, 3);
        assertThat(fast.read).as("the fast tier is a billion times faster").containsExactly(FILES, 0);
    }

    @Test
    void aSmallTierIsOnSomeMachines() throws Exception {
        assertThat(count("fast=1,disk=2", "network-aware", 1, 0, 1, 2).flushed[0])
                .isZero();
        assertThat(count("fast=1,disk=2", "network-aware", 1, 3).flushed).containsExactly(FILES, 0);
        assertThatThrownBy(() -> count("fast=1,disk=2", "network-aware", 5, 0))
                .hasMessage("tier.fast.nodes=5 in the hardware file, but the trace has 4 machines");
    }

    private List<String> notes(String placement, int fastNodes) throws IOException, InterruptedException {
        return open().compile(0, View.PAPER, layout(placement, fastNodes, MACHINES), new Counts(), events -> {})
                .placementNotes();
    }

    @Test
    void vectorsThatDoNotFitAreNoted() throws Exception {
        assertThat(notes("fast=1", MACHINES))
                .containsExactly("files of replication 3 have fast=3, to which the NameNode fits the vector");
        assertThat(notes("fast=1,disk=3", MACHINES))
                .containsExactly(
                        "files of replication 1 have fast=1, to which the NameNode fits the vector",
                        "files of replication 3 have fast=1,disk=2, to which the NameNode fits the vector");
        assertThat(notes("fast=3", 2))
                .contains(FILES + " of " + (FILES + MACHINES) + " blocks have replicas on other tiers, because too few"
                        + " machines have a DataNode of the wanted one");
        assertThat(notes("hybrid", MACHINES)).isEmpty();
    }

    @Test
    void replicasNeedMachinesWithADatanode() throws Exception {
        TraceInput input = open();

        assertThatThrownBy(() -> input.check(layout("hybrid", 2, 2)))
                .hasMessage(
                        "tier=hybrid: 3 replicas need as many machines with a DataNode, but the tiers are on 2 of 4:"
                                + " raise tier.NAME.nodes in the hardware file");
        input.check(layout("hybrid", 2, 3));
    }

    @Test
    void listedBlocksAreOnTheirMachines() throws Exception {
        Path listing = Files.writeString(
                directory.resolve("fsck.txt"),
                """
                Connecting to namenode via http://nn:9870/fsck?ugi=hdfs&files=1&blocks=1&locations=1&path=%2F
                /hbase/archive/data/default/t/0123456789abcdef0123456789abcdef/f/file0 4096 bytes, replicated: replication=2, 1 block(s):  OK
                0. BP-1-127.0.0.1-1:blk_1073741825_1001 len=4096 Live_repl=2  [DatanodeInfoWithStorage[n3:9866,DS-1,DISK], DatanodeInfoWithStorage[n2:9866,DS-2,DISK]]

                /hbase/x <dir>
                """);
        TraceInput input = open();
        input.place(listing);
        Counts third = new Counts();
        CompileReport report = input.compile(3, View.PAPER, third, events -> {});

        assertThat(third.flushed[0] + third.flushed[1]).isOne();
        assertThat(third.read[0] + third.read[1]).isOne();
        assertThat(report.notes()).contains("1 blocks are on the listed machines, 23 are not listed and in a ring");
        Files.writeString(listing, "nothing");
        assertThatThrownBy(() -> input.place(listing))
                .hasMessageContaining("lists no block on n0, n1, n2, n3: it must");
    }
}
