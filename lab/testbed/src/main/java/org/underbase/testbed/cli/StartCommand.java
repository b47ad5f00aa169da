package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.underbase.operator.output.JsonText;
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

/** Command {@code underbase cluster start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a cluster, and print its daemons, their addresses and the directory of its client configuration.",
            "",
            "The command returns when the cluster serves. The cluster runs until it is stopped."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster start --nodes 1 --no-hbase",
            "  underbase cluster start --with all",
            "  underbase cluster start --with tiers --disk ssd --disk hdd            (as root)",
            "  underbase cluster start --set dfs.replication=2 --hbase-set hbase.hregion.memstore.flush.size=16777216",
            "  underbase cluster start --netns --rate 1gbit --disk hdd --disk ssd     (as root)",
            "  HADOOP_CONF_DIR=<the printed directory> hdfs dfs -ls /"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the cluster serves", "1:the start failed; no processes and files remain", "2:wrong usage"})
final class StartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NameOption name;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(
            names = "--datanodes-per-node",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of DataNodes on every node, without feature tiers. Default: ${DEFAULT-VALUE}.")
    private int dataNodesPerNode = 1;

    @Option(
            names = "--with",
            paramLabel = "FEATURE",
            split = ",",
            completionCandidates = FeatureNames.class,
            description =
                    "Add features: ${COMPLETION-CANDIDATES}; all is all except exalt. docs/testbed.md describes them. "
                            + "Repeatable.")
    private List<String> features = new ArrayList<>();

    @Option(names = "--no-hbase", description = "Start HDFS only, without ZooKeeper and HBase.")
    private boolean noHBase;

    @Option(names = "--yarn", description = "Start YARN, with a NodeManager on every node, and a JobHistoryServer.")
    private boolean yarn;

    @Option(names = "--ha", description = "Start two NameNodes with JournalNodes.")
    private boolean highAvailability;

    @Option(
            names = "--netns",
            description = "Put every node into a network namespace with its address, host name and link (as root). "
                    + "Run clients with underbase cluster exec.")
    private boolean namespaces;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Set the speed of every node's link with --netns, such as 1gbit. Default: unlimited.")
    private String rate = "";

    @Option(
            names = "--disk",
            paramLabel = "KIND",
            description = "Add a disk to every node: plain, or an emulated hdd or ssd (as root). Repeatable. "
                    + "Default: one plain disk.")
    private List<String> disks = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a key of all daemons and clients. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--hbase-set",
            paramLabel = "KEY=VALUE",
            description = "Set a key in hbase-site.xml only. Repeatable.")
    private Map<String, String> hbaseSettings = new LinkedHashMap<>();

    @Option(
            names = "--jvm",
            paramLabel = "ROLE=OPTION",
            description =
                    "Add a JVM option to all daemons of a role (zookeeper, journalnode, namenode, datanode, master, "
                            + "regionserver, resourcemanager, nodemanager, historyserver), such as regionserver=-Xmx2g. Repeatable.")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Add jars and directories to the class path of daemons, after Underbase's class path.")
    private List<Path> classPath = new ArrayList<>();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the cluster: missing or empty; stop deletes it. Default: below "
                    + "~/.underbase/clusters.")
    private String directory = "";

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            description = "Use consecutive ports from this one, on 127.0.0.1 for the first node. Default: free ports.")
    private int portBase;

    @Option(names = "--foreground", description = "Keep running, and remove the cluster at Ctrl-C.")
    private boolean foreground;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        ClusterRecipe recipe = recipe();
        recipe.progress(line -> {
            err.println(line);
            err.flush();
        });
        Registry registry = Registry.ofUser();
        Path location = registry.reserve(name.name(), directory);
        boolean up = false;
        try (TestCluster cluster = recipe.directory(location).start()) {
            ClusterReport report = new ClusterReport(name.name(), cluster);
            PrintWriter out = spec.commandLine().getOut();
            out.println(json ? JsonText.of(report.json()) : report.text());
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

    private ClusterRecipe recipe() {
        try {
            ClusterRecipe recipe = TestCluster.builder()
                    .name(name.name())
                    .nodes(nodes)
                    .dataNodesPerNode(dataNodesPerNode)
                    .hbase(!noHBase)
                    .yarn(yarn)
                    .highAvailability(highAvailability)
                    .classPath(classPath.toArray(Path[]::new));
            settings.forEach(recipe::set);
            hbaseSettings.forEach(recipe::hbaseSet);
            if (portBase != 0) {
                recipe.portBase(portBase);
            }
            for (String option : jvmOptions) {
                int equals = option.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("invalid --jvm '" + option + "': must be ROLE=OPTION");
                }
                recipe.jvmOptions(Role.of(option.substring(0, equals)), option.substring(equals + 1));
            }
            for (int i = 0; i < disks.size(); i++) {
                recipe.disk(disk("disk" + i, disks.get(i)));
            }
            if (namespaces) {
                recipe.network(
                        rate.isEmpty()
                                ? Network.namespaces()
                                : Network.namespaces().rate(rate));
            } else if (!rate.isEmpty()) {
                throw new IllegalArgumentException("--rate needs --netns: loopback has no links");
            }
            FeatureNames.addTo(recipe, features);
            recipe.check();
            return recipe;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static Disk disk(String diskName, String kind) {
        return switch (kind) {
            case "plain" -> Disk.plain(diskName);
            case "hdd" -> Disk.slow(diskName, DiskModel.HDD);
            case "ssd" -> Disk.slow(diskName, DiskModel.SSD);
            default -> throw new IllegalArgumentException("no such disk: '" + kind + "' (one of plain, hdd, ssd)");
        };
    }
}
