package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase cluster start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Starts a cluster and prints its daemons, ports and the directory of a ready-made client configuration.",
            "",
            "Returns when the cluster serves. It lives on until it is stopped."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster start --nodes 1 --no-hbase",
            "  underbase cluster start --set dfs.replication=2 --hbase-set hbase.hregion.memstore.flush.size=16777216",
            "  underbase cluster start --netns --rate 1gbit --disk hdd --disk ssd     (as root)",
            "  HADOOP_CONF_DIR=<the printed directory> hdfs dfs -ls /"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the cluster serves", "1:it does not start; nothing is left behind", "2:wrong usage"})
final class StartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NameOption name;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Nodes; default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(
            names = "--data-nodes-per-node",
            paramLabel = "N",
            defaultValue = "1",
            description = "DataNodes on every node; default: ${DEFAULT-VALUE}.")
    private int dataNodesPerNode = 1;

    @Option(names = "--no-hbase", description = "HDFS alone: no ZooKeeper, no HBase.")
    private boolean noHBase;

    @Option(names = "--ha", description = "Two NameNodes with JournalNodes.")
    private boolean highAvailability;

    @Option(
            names = "--netns",
            description = "A network namespace per node, with own addresses, host names and links (as root). "
                    + "Reach it with: underbase cluster exec.")
    private boolean namespaces;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "With --netns: speed of every node's link, such as 1gbit or 100mbit; default: unlimited.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--disk",
            paramLabel = "KIND",
            description = "One more disk for every node: plain, or an emulated hdd or ssd (as root). Repeatable; "
                    + "default: one plain disk.")
    private List<String> disks = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting of all daemons and clients. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--hbase-set",
            paramLabel = "KEY=VALUE",
            description = "A setting in hbase-site.xml alone. Repeatable.")
    private Map<String, String> hbaseSettings = new LinkedHashMap<>();

    @Option(
            names = "--jvm",
            paramLabel = "ROLE=OPTION",
            description = "A JVM option of all daemons of a role (zookeeper, journalnode, namenode, datanode, master, "
                    + "regionserver), such as regionserver=-Xmx2g. Repeatable.")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Jars and directories that daemons have on their class path beside Underbase's own.")
    private List<Path> classPath = new ArrayList<>();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the cluster lives: an empty directory, deleted by stop; default: in "
                    + "~/.underbase/clusters.")
    private Optional<Path> directory = Optional.empty();

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            description = "Consecutive ports from this one, on 127.0.0.1 for the first node; default: free ports.")
    private Optional<Integer> portBase = Optional.empty();

    @Option(names = "--foreground", description = "Stay, and remove the cluster at Ctrl-C.")
    private boolean foreground;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        ClusterRecipe description = describe();
        description.progress(line -> {
            err.println(line);
            err.flush();
        });
        Registry registry = Registry.ofUser();
        Path location = registry.reserve(name.name(), directory);
        boolean up = false;
        try (TestCluster cluster = description.directory(location).start()) {
            ClusterReport report = ClusterReport.of(name.name(), cluster);
            PrintWriter out = spec.commandLine().getOut();
            out.println(json ? report.json() : report.text());
            out.flush();
            if (foreground) {
                new CountDownLatch(1).await();
            }
            registry.started(name.name());
            cluster.detach();
            up = true;
        } finally {
            if (!up) {
                registry.release(name.name());
            }
        }
        return 0;
    }

    private ClusterRecipe describe() {
        try {
            ClusterRecipe builder = TestCluster.builder()
                    .name(name.name())
                    .nodes(nodes)
                    .dataNodesPerNode(dataNodesPerNode)
                    .hbase(!noHBase)
                    .highAvailability(highAvailability)
                    .classPath(classPath.toArray(Path[]::new));
            settings.forEach(builder::set);
            hbaseSettings.forEach(builder::hbaseSet);
            portBase.ifPresent(builder::portBase);
            for (String option : jvmOptions) {
                int equals = option.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("--jvm wants ROLE=OPTION, not '" + option + "'");
                }
                builder.jvmOptions(Role.of(option.substring(0, equals)), option.substring(equals + 1));
            }
            for (int i = 0; i < disks.size(); i++) {
                builder.disk(disk("disk" + i, disks.get(i)));
            }
            if (namespaces) {
                builder.network(rate.map(Network.namespaces()::rate).orElse(Network.namespaces()));
            } else if (rate.isPresent()) {
                throw new IllegalArgumentException("--rate needs --netns: loopback has no links");
            }
            return builder;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static Disk disk(String diskName, String kind) {
        return switch (kind) {
            case "plain" -> Disk.plain(diskName);
            case "hdd" -> Disk.slow(diskName, DiskModel.HDD);
            case "ssd" -> Disk.slow(diskName, DiskModel.SSD);
            default -> throw new IllegalArgumentException("no such disk: '" + kind + "' (plain, hdd or ssd)");
        };
    }
}
