package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.ClusterPlan.DiskPlan;
import org.underbase.testbed.ClusterPlan.NodePlan;
import org.underbase.testbed.ClusterSpec.NodeSpec;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.network.LoopbackNetwork;
import org.underbase.testbed.network.Network;
import org.underbase.testbed.process.ClusterReaper;
import org.underbase.testbed.process.Undo;

/** Start of a cluster. */
final class ClusterStarter {
    private static final int TRIES = 3;
    private static final long NEEDED_BYTES = 300L << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ClusterSpec spec;
    private final Path directory;
    private final String id;
    private final ClusterReaper reaper;

    private ClusterStarter(ClusterSpec spec, Path directory, String id, ClusterReaper reaper) {
        this.spec = spec;
        this.directory = directory;
        this.id = id;
        this.reaper = reaper;
    }

    static TestCluster start(ClusterSpec spec) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return tryToStart(spec);
            } catch (PortInUseException e) {
                // Another process took a chosen port before the daemon listened on it: choose again.
                if (spec.portBase() != Ports.FREE || attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static TestCluster tryToStart(ClusterSpec spec) throws IOException {
        Optional<String> obstacle = spec.network().obstacle();
        if (obstacle.isPresent()) {
            throw new ClusterException(obstacle.get());
        }
        Path directory = spec.directory().create();
        String id = String.format(Locale.ROOT, "%08x", RANDOM.nextInt());
        ClusterReaper reaper = ClusterReaper.start(id, directory);
        try {
            checkSpace(directory);
            return new ClusterStarter(spec, directory, id, reaper).launch();
        } catch (IOException | RuntimeException e) {
            try {
                reaper.cleanUp();
            } catch (IOException cleanUp) {
                e.addSuppressed(cleanUp);
            }
            throw e;
        }
    }

    private static void checkSpace(Path directory) throws IOException {
        long free = directory.toFile().getUsableSpace();
        if (free < NEEDED_BYTES) {
            throw new NoSpaceException("no space for a cluster: " + directory + " has " + (free >> 20)
                    + " MiB free; free at least " + (NEEDED_BYTES >> 20) + " MiB");
        }
    }

    private TestCluster launch() throws IOException {
        for (Path outside : spec.outside()) {
            reaper.remember(new Undo.Tree(outside));
        }
        List<Host> hosts = hosts();
        Map<String, Host> byName = ClusterAssembly.byName(hosts);
        String first = hosts.get(0).address();
        String subnet = hosts.get(0).ownPorts() ? "" : first.substring(0, first.lastIndexOf('.'));
        ClusterPlan bare = new Planner(spec, directory, hosts).plan(id, subnet);
        ClusterPlan plan = reaper.create(() -> createFiles(bare, byName));
        TestCluster cluster = ClusterAssembly.assemble(plan, hosts, Ownership.of(reaper));
        try {
            bringUp(cluster, plan, byName);
        } catch (IOException | RuntimeException e) {
            try {
                reaper.create(() -> {
                    spec.onFailure().run(cluster);
                    return cluster;
                });
            } catch (IOException | RuntimeException secondary) {
                e.addSuppressed(secondary);
            }
            throw e;
        }
        return cluster;
    }

    private ClusterPlan createFiles(ClusterPlan bare, Map<String, Host> hosts) throws IOException {
        openDisks(bare);
        ClusterPlan plan = new Layout(spec, bare, hosts).write();
        plan.write();
        return plan;
    }

    private List<Host> hosts() throws IOException {
        Network network = spec.network();
        if (spec.portBase() != Ports.FREE
                && network instanceof LoopbackNetwork loopback
                && loopback.subnet().isEmpty()) {
            network = loopback.subnet("127.0.0");
        }
        return network.open(id, reaper, Planner.hosts(spec));
    }

    private void openDisks(ClusterPlan plan) throws IOException {
        Disk.DiskTools tools = new Disk.DiskTools(directory, directory.resolve("nodes"), reaper);
        for (int i = 0; i < plan.nodes().size(); i++) {
            NodeSpec described = spec.nodes().get(i);
            NodePlan node = plan.nodes().get(i);
            for (int k = 0; k < node.disks().size(); k++) {
                DiskPlan disk = node.disks().get(k);
                Files.createDirectories(disk.home());
                described.disks().get(k).open(tools, disk.home(), disk.path());
            }
        }
    }

    private void bringUp(TestCluster cluster, ClusterPlan plan, Map<String, Host> hosts) throws IOException {
        ClusterHealth health = new ClusterHealth(cluster, spec.otherRegionServers());
        Duration limit = spec.startLimit();
        spec.progress()
                .accept("starting " + plan.daemons().size() + " daemons on "
                        + plan.nodes().size() + " nodes");
        startAll(cluster, Role.JOURNALNODE);
        if (spec.highAvailability()) {
            health.awaitServing(cluster.daemons(Role.JOURNALNODE), limit);
        }
        Process format = format(plan, hosts);
        startAll(cluster, Role.ZOOKEEPER);
        startAll(cluster, Role.DATANODE);
        awaitFormat(plan, format);
        startAll(cluster, Role.NAMENODE);
        startAll(cluster, Role.REGIONSERVER);
        health.awaitServing(cluster.daemons(Role.NAMENODE), limit);
        if (spec.highAvailability()) {
            new Failover(cluster, plan).activateFirst();
        }
        health.awaitHdfs(limit);
        health.awaitUsableDataNodes(spec.dataNodes(), limit);
        spec.progress().accept("HDFS serves");
        spec.beforeHBase().run(cluster);
        for (Role role : Role.YARN) {
            // The JobHistoryServer creates directories in HDFS.
            startAll(cluster, role);
        }
        if (spec.hbase()) {
            health.awaitServing(cluster.daemons(Role.ZOOKEEPER), limit);
            startAll(cluster, Role.MASTER);
            health.awaitHBase(limit);
            spec.progress().accept("HBase serves");
        }
        if (spec.yarn()) {
            health.awaitServing(cluster.daemons(Role.HISTORYSERVER), limit);
            health.awaitLiveNodeManagers(spec.nodes().size(), limit);
            spec.progress().accept("YARN serves");
        }
    }

    private static void startAll(TestCluster cluster, Role role) throws IOException {
        for (Daemon daemon : cluster.daemons(role)) {
            daemon.start();
        }
    }

    private Process format(ClusterPlan plan, Map<String, Host> hosts) throws IOException {
        DaemonPlan nameNode = plan.daemons(Role.NAMENODE).get(0);
        return new DaemonLauncher(id)
                .launch(nameNode, hosts.get(nameNode.node()), List.of("-format", "-nonInteractive"));
    }

    /** Also copies the first NameNode's new metadata to the second NameNode of a pair. */
    private void awaitFormat(ClusterPlan plan, Process format) throws IOException {
        List<DaemonPlan> nameNodes = plan.daemons(Role.NAMENODE);
        try {
            if (!format.waitFor(spec.startLimit().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ClusterException("the format of HDFS has not finished after "
                        + spec.startLimit().toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted during the format of HDFS", e);
        }
        if (format.exitValue() != 0) {
            throw ExitDiagnosis.of(
                    nameNodes.get(0), "format, exit code " + format.exitValue(), new ExitDiagnosis.LogMark(0, 0));
        }
        Path formatted = nameNodes.get(0).home().resolve("data");
        for (DaemonPlan standby : nameNodes.subList(1, nameNodes.size())) {
            reaper.create(() -> FileTrees.copy(formatted, standby.home().resolve("data")));
        }
    }
}
