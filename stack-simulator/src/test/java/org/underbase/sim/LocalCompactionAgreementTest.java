package org.underbase.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.layer.HdfsBytes;
import org.underbase.sim.layer.Layer;
import org.underbase.sim.layer.LayerModel;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.StudySetup;
import org.underbase.sim.trace.MachineUnit;
import org.underbase.sim.trace.TraceInput;
import org.underbase.sim.trace.View;

/**
 * The requests of all machines with local compaction have the bytes of the closed form, which {@code bench prediction} compares
 * with a cluster.
 */
class LocalCompactionAgreementTest {
    private static final int MACHINES = 5;
    private static final int REPLICATION = 3;
    private static final int FILES = 4;
    private static final double MEGABYTE = 1 << 20;
    private static final double ROUNDING = 1e-6;

    @TempDir
    private Path directory;

    @Test
    void simulatedBytesAreThoseOfTheClosedForm() throws Exception {
        List<TestEvent> events = new ArrayList<>();
        for (int machine = 0; machine < MACHINES; machine++) {
            events.addAll(work(machine));
        }
        TestTrace.write(directory, events);
        List<Map<Metric, Double>> simulated = simulate();
        HdfsBytes compactions = bytes(events, true);
        HdfsBytes others = bytes(events, false);
        LayerModel model = new LayerModel(REPLICATION);
        assertThat(compactions.read()).isPositive();

        assertAgreement(simulated.get(0), model.stock(compactions), model.stock(others));
        assertAgreement(simulated.get(1), model.localCompaction(compactions), model.stock(others));
        double more = model.localCompaction(compactions).get(Layer.DISKS_READ)
                - model.stock(compactions).get(Layer.DISKS_READ);
        assertThat(simulated.get(1).get(Metric.DISK_READS) - simulated.get(0).get(Metric.DISK_READS))
                .as("compactions read whole files, thus whole pages but the last ones")
                .isCloseTo(more / MEGABYTE, withinPercentage(1));
    }

    /** Returns the calls of a RegionServer that logs, flushes, reads and compacts. */
    private static List<TestEvent> work(int machine) {
        SplittableRandom random = new SplittableRandom(machine);
        TestProcess server = new TestProcess("n" + machine, "42@0");
        server.in("AsyncFSWAL-0").doing(Activity.LOGGING);
        String log = "/hbase/WALs/n" + machine + ",16020,1/wal.0";
        long logStream = server.createWal(log, REPLICATION);
        server.writeWal(logStream, random.nextInt(1, 100_000))
                .syncWal(logStream)
                .call(Call.WAL_CLOSE, log, 0);
        String family = "/hbase/data/default/t/0123456789abcdef0123456789abcde" + machine + "/f/";
        server.in("MemStoreFlusher.0").doing(Activity.FLUSH);
        long size = 0;
        int[] sizes = random.ints(FILES, 100_000, 3_000_000).toArray();
        for (int i = 0; i < FILES; i++) {
            write(server, family + i, sizes[i]);
            size += sizes[i];
        }
        server.in("RpcServer.handler=1").doing(Activity.READ);
        server.pread(server.open(family + 0), random.nextInt(sizes[0] / 2), 40_000);
        server.in("rs-shortCompactions-0").doing(Activity.COMPACTION).pass(Duration.ofMinutes(1));
        for (int i = 0; i < FILES; i++) {
            long input = server.open(family + i);
            server.read(input, sizes[i]).closeInput(input);
        }
        write(server, family + "output", size);
        return server.events();
    }

    private static void write(TestProcess server, String path, long bytes) {
        long stream = server.create(path, REPLICATION);
        server.write(stream, bytes).closeOutput(stream).pass(Duration.ofSeconds(1));
    }

    /** Returns the sums of all machines in MiB, without local compaction and with it. */
    private List<Map<Metric, Double>> simulate() throws Exception {
        TraceInput input = TraceInput.open(
                new Configuration(false), List.of(directory.toString()), MachineUnit.HOST, false, Progress.NONE);
        // One page, which contains no page that is read again.
        Alternative stock =
                Alternative.of("stock", new Hardware(1.0 / (1 << 18), 0, 4), Prices.PAPER, PaperDisk.DEFAULT);
        List<Alternative> both = List.of(stock, stock.with(Switch.LOCAL_COMPACTION));
        List<Map<Metric, Double>> sums = List.of(new EnumMap<>(Metric.class), new EnumMap<>(Metric.class));
        for (int machine = 0; machine < MACHINES; machine++) {
            StudySetup setup = StudySetup.ofTrace(PaperDisk.DEFAULT, 1, input.nanos(), 1, 1, 1);
            try (AlternativesStudy study = new AlternativesStudy(both, setup)) {
                input.compile(machine, View.PAPER, study, count -> {});
                double minutes = input.nanos() / 60e9;
                List<Outcome> outcomes = study.finish(minutes);
                for (int i = 0; i < both.size(); i++) {
                    for (Metric metric : Metric.layers()) {
                        sums.get(i).merge(metric, outcomes.get(i).value(metric) * minutes, Double::sum);
                    }
                }
            }
        }
        return sums;
    }

    private static HdfsBytes bytes(List<TestEvent> events, boolean compaction) {
        List<TestEvent> chosen = new ArrayList<>(events);
        chosen.removeIf(event -> (event.activity() == Activity.COMPACTION) != compaction || event.result() < 0);
        long read = sum(chosen, Call.Kind.READ);
        return new HdfsBytes(read, 0, read, sum(chosen, Call.Kind.WRITE), 0);
    }

    private static long sum(List<TestEvent> events, Call.Kind kind) {
        return events.stream()
                .filter(event -> event.call().kind() == kind)
                .mapToLong(TestEvent::result)
                .sum();
    }

    private static void assertAgreement(
            Map<Metric, Double> simulated, Map<Layer, Double> compactions, Map<Layer, Double> others) {
        Map<Layer, Double> expected = new EnumMap<>(compactions);
        others.forEach((layer, bytes) -> expected.merge(layer, bytes, Double::sum));
        assertMegabytes(simulated, Metric.HDFS_WRITES, expected.get(Layer.HDFS_WRITTEN));
        assertMegabytes(simulated, Metric.FS_READS, expected.get(Layer.DATANODES_READ));
        assertMegabytes(simulated, Metric.FS_WRITES, expected.get(Layer.DATANODES_WRITTEN));
        // The closed form includes checksums and headers of the network.
        assertMegabytes(simulated, Metric.NETWORK, expected.get(Layer.NETWORK) / LayerModel.sent(1));
    }

    private static void assertMegabytes(Map<Metric, Double> simulated, Metric metric, double bytes) {
        assertThat(simulated.get(metric)).as(metric.id()).isCloseTo(bytes / MEGABYTE, withinPercentage(ROUNDING));
    }
}
