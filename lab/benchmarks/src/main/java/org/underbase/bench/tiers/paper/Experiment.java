package org.underbase.bench.tiers.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Moved;
import org.underbase.bench.tiers.io.Phase;
import org.underbase.bench.tiers.io.Task;
import org.underbase.bench.tiers.io.TaskTime;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Node;

/** Runs of TestDFSIO and of Grep's reads on one cluster. */
final class Experiment {
    /** Map slots of a node in the paper. */
    private static final int MAPPERS = 6;

    private static final int WARM_UP_BLOCKS = 4;

    private final IoCluster cluster;
    private final int blocks;
    private final long seed;
    private final ProgressLine progress;

    /**
     * Creates the experiment.
     *
     * @param blocks blocks per file
     * @param seed seed of the choice of readers
     * @param progress receiver of one line per step
     */
    Experiment(IoCluster cluster, int blocks, long seed, ProgressLine progress) {
        this.cluster = cluster;
        this.blocks = blocks;
        this.seed = seed;
        this.progress = progress;
    }

    /** Writes and reads one file per node at full speed, so that all JVMs have compiled the code. */
    void warmUp() throws IOException {
        cluster.network(Device.FAST_LINK);
        Files files = new Files("/warm-up", cluster.nodes().size(), WARM_UP_BLOCKS);
        cluster.run(files.write());
        cluster.run(files.read("", seed));
        cluster.evict();
    }

    /** Measures one policy in a new directory. */
    Observed measure(Policy policy, int run) throws IOException, InterruptedException {
        Observed.Dfsio dfsio = dfsio(policy, run);
        Files files = fast(policy, run);
        List<int[]> replicas = cluster.replicas();
        double bestSplit = cluster.bestSplit();
        Map<Device, Long> byTier = cluster.replicasByTier();
        progress.step("paper: Grep, " + policy.title());
        UsageSampler.Used grep = grep(files, policy, run);
        cluster.evict();
        progress.step("paper: TestDFSIO over a slow network, " + policy.title());
        cluster.network(Device.SLOW_LINK);
        Moved slowRead = cluster.run(files.read(policy.word(), seed + run));
        cluster.writing();
        Moved slowWrite = cluster.run(files(policy.directory(run) + "/slow").write());
        cluster.evict();
        return new Observed(
                dfsio, slowRead, slowWrite, grep.moved(), grep.usage(), byTier, oneRack(replicas), bestSplit);
    }

    /** Measures TestDFSIO of one policy over a fast network in a new directory. */
    Observed.Dfsio dfsio(Policy policy, int run) throws IOException {
        progress.step("paper: run " + (run + 1) + ", TestDFSIO, " + policy.title());
        cluster.directory(policy.directory(run), policy.word());
        cluster.ignoreReplicas();
        Files files = fast(policy, run);
        Moved write = write(files);
        cluster.evict();
        Moved read = cluster.run(files.read(policy.word(), seed + run));
        cluster.evict();
        return new Observed.Dfsio(write, read);
    }

    private Files fast(Policy policy, int run) {
        return files(policy.directory(run) + "/fast");
    }

    /** Returns the files of a directory, one per node. */
    Files files(String directory) {
        return new Files(directory, cluster.nodes().size(), blocks);
    }

    /** Writes files over the fast network. */
    Moved write(Files files) throws IOException {
        cluster.network(Device.FAST_LINK);
        cluster.writing();
        return cluster.run(files.write());
    }

    /** Reads all blocks over the fast network, with tasks near the replicas. */
    UsageSampler.Used grep(Files files, Policy policy, int run) throws IOException, InterruptedException {
        List<Task> tasks = files.blockTasks();
        List<TaskTime> hosts = cluster.runOnFirst(Phase.complete(Phase.Kind.LOCATE, tasks, "", 1))
                .tasks();
        List<Scheduler.Located> located = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            located.add(new Scheduler.Located(
                    tasks.get(i), new HashSet<>(hosts.get(i).hosts())));
        }
        List<Phase> phases = Scheduler.assign(located, workers(), seed + run).stream()
                .map(own -> Phase.complete(Phase.Kind.READ, own, policy.word(), MAPPERS))
                .toList();
        return new UsageSampler(cluster).during(() -> cluster.run(phases));
    }

    private List<Scheduler.Worker> workers() {
        List<Scheduler.Worker> workers = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            Set<String> rack = new HashSet<>();
            for (Node other : cluster.nodes()) {
                if (other.rack().equals(node.rack())) {
                    rack.add(other.address());
                }
            }
            workers.add(new Scheduler.Worker(node.address(), rack));
        }
        return workers;
    }

    private double oneRack(List<int[]> replicas) {
        long confined = replicas.stream()
                .filter(drives -> Arrays.stream(drives)
                                .mapToObj(drive ->
                                        cluster.drives().get(drive).node().rack())
                                .distinct()
                                .count()
                        == 1)
                .count();
        return (double) confined / replicas.size();
    }
}
