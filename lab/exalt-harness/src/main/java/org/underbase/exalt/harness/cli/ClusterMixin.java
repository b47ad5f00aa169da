package org.underbase.exalt.harness.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.tardis.Verify;
import picocli.CommandLine.Option;

/** Options that describe the cluster. */
final class ClusterMixin {
    /** Settings that the command sets itself, and the reason. */
    private static final Map<String, String> DECIDED = Map.of(
            "fs.defaultFS", "the command starts the NameNode",
            "dfs.datanode.data.dir", "set --dir instead");

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            defaultValue = "20",
            description = "Emulated DataNodes. Default: ${DEFAULT-VALUE}.")
    private int datanodes;

    @Option(names = "--jvms", paramLabel = "J", description = "JVMs for the emulated DataNodes. Default: one per 500.")
    private Integer jvms;

    @Option(
            names = "--hosts",
            paramLabel = "H",
            defaultValue = "1",
            description =
                    "Hosts. More than one host means network namespaces with links, which needs root and iproute2. The first host"
                            + " runs the NameNode, all hosts run emulated DataNodes; clients run outside of them. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(
            names = "--real-datanodes",
            paramLabel = "R",
            defaultValue = "0",
            description = "DataNodes without the agent, each in a separate JVM. Default: ${DEFAULT-VALUE}.")
    private int realDatanodes;

    @Option(
            names = "--full-datanodes",
            description =
                    "Run emulated DataNodes with their web servers and all threads, which triples their threads. Default: byte"
                            + " code disables services that no setting disables.")
    private boolean fullDatanodes;

    @Option(
            names = "--no-frames",
            description = "Send every byte between emulated DataNodes and clients. Default: Tardis data is framed.")
    private boolean noFrames;

    @Option(
            names = "--verify",
            paramLabel = "MODE",
            defaultValue = "FULL",
            description =
                    "Bytes that the agent verifies before it compresses data: full (every byte), sampled or paper. The last two are"
                            + " faster, but bytes overwritten at equal length may be read back with their old value. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Verify verify = Verify.FULL;

    @Option(
            names = "--capacity",
            paramLabel = "SIZE",
            defaultValue = "10T",
            description = "Capacity that each emulated DataNode reports. Default: ${DEFAULT-VALUE}.")
    private String capacity = "";

    @Option(
            names = "--datanode-heap",
            paramLabel = "SIZE",
            description = "Heap of each JVM of emulated DataNodes, such as 1g. Default: 256m plus 1.3m per DataNode.")
    private String nodeHeap;

    @Option(
            names = "--namenode-heap",
            paramLabel = "SIZE",
            defaultValue = "2g",
            description = "Heap of the NameNode. Default: ${DEFAULT-VALUE}.")
    private String nameNodeHeap = "";

    @Option(
            names = "--handlers",
            paramLabel = "H",
            description = "RPC handlers of the NameNode (dfs.namenode.handler.count). Default: 10, as in Hadoop.")
    private Integer handlers;

    @Option(
            names = "--bytes-per-checksum",
            paramLabel = "BYTES",
            defaultValue = "512",
            description =
                    "Data bytes per checksum of 4 bytes. Checksum files do not compress: 512 limits the ratio of logical to physical"
                            + " bytes to 129, 4096 to 1025. Default: ${DEFAULT-VALUE}, as in Hadoop.")
    private int bytesPerChecksum;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Set a property of all daemons and clients. Repeatable; overrides --handlers and --bytes-per-checksum. Set"
                            + " replication and block size by --replication and --block-size only.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Directory of the cluster: missing or empty, deleted at the end. Default: a new one in .underbase/exalt.")
    private Path directory;

    /**
     * Creates the description of the cluster.
     *
     * @param more settings that the command implies
     * @return the description
     * @throws IllegalArgumentException if options are invalid or contradict each other
     */
    ClusterOptions options(Map<String, String> more) {
        if (bytesPerChecksum < 1) {
            throw new IllegalArgumentException(
                    "invalid --bytes-per-checksum " + bytesPerChecksum + ": must be at least 1");
        }
        if (handlers != null && handlers < 1) {
            throw new IllegalArgumentException("invalid --handlers " + handlers + ": must be at least 1");
        }
        if (directory != null) {
            checkNamed(directory);
        }
        Heap.check("--namenode-heap", nameNodeHeap);
        if (nodeHeap != null) {
            Heap.check("--datanode-heap", nodeHeap);
        }
        if (settings.containsKey("")) {
            throw new IllegalArgumentException("invalid -D =" + settings.get("") + ": missing key");
        }
        checkSettings(DECIDED);
        SettingKinds.check(settings);
        int spread = jvms == null ? Math.max(hosts, ClusterOptions.jvmsFor(datanodes)) : jvms;
        Map<String, String> all = new LinkedHashMap<>(more);
        all.put("dfs.bytes-per-checksum", Integer.toString(bytesPerChecksum));
        if (handlers != null) {
            all.put("dfs.namenode.handler.count", handlers.toString());
        }
        all.putAll(settings);
        if (hosts > 1 && hosts > spread && datanodes > 0) {
            throw new IllegalArgumentException("invalid --hosts " + hosts + ": must be at most --jvms " + spread
                    + ", because a JVM runs on one host");
        }
        if (spread > Math.max(1, datanodes)) {
            throw new IllegalArgumentException(
                    datanodes + " emulated DataNodes allow at most as many JVMs and hosts, not " + spread);
        }
        return new ClusterOptions(
                        datanodes,
                        spread,
                        realDatanodes,
                        fullDatanodes,
                        !noFrames,
                        capacity,
                        nodeHeap == null
                                ? ClusterOptions.heapFor((datanodes + spread - 1) / Math.max(1, spread))
                                : nodeHeap,
                        nameNodeHeap,
                        all,
                        directory == null ? newDirectory() : directory)
                .on(hosts)
                .verifying(verify);
    }

    /**
     * Rejects settings that the command would override.
     *
     * @param decided reason for each key
     */
    void checkSettings(Map<String, String> decided) {
        decided.forEach((key, instead) -> {
            if (settings.containsKey(key)) {
                throw new IllegalArgumentException("-D " + key + " has no effect: " + instead);
            }
        });
    }

    /** Rejects the empty path, which would be the current directory. Creation of the directory finds all other errors. */
    private static void checkNamed(Path path) {
        if (path.toString().isBlank()) {
            throw new IllegalArgumentException("invalid --dir: empty path");
        }
    }

    int bytesPerChecksum() {
        return Math.max(1, bytesPerChecksum);
    }

    /** Returns the default directory of a cluster, which does not exist yet. */
    static Path newDirectory() {
        String home = System.getProperty("underbase.home");
        String name = "run-" + UUID.randomUUID();
        return home == null
                ? Path.of(System.getProperty("java.io.tmpdir"), "exalt-" + name)
                : Path.of(home, ".underbase", "exalt", name);
    }
}
