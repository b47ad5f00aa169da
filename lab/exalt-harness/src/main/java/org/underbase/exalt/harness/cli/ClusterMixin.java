package org.underbase.exalt.harness.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.tardis.Verify;
import picocli.CommandLine.Option;

/** Options that say what the cluster consists of. */
final class ClusterMixin {
    /** Settings that are not the user's, and who decides instead. */
    private static final Map<String, String> DECIDED = Map.of(
            "fs.defaultFS", "clients and DataNodes talk to the NameNode that is started",
            "dfs.datanode.data.dir", "--dir says where the cluster is");

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            defaultValue = "20",
            description = "Emulated DataNodes. Default: ${DEFAULT-VALUE}.")
    private int datanodes;

    @Option(
            names = "--jvms",
            paramLabel = "J",
            description = "JVMs that they are spread over. Default: one for each 500.")
    private Optional<Integer> jvms = Optional.empty();

    @Option(
            names = "--hosts",
            paramLabel = "H",
            defaultValue = "1",
            description =
                    "Hosts: with more than one each is a network namespace with links to the others, which needs root"
                            + " and iproute2. The NameNode is on the first, emulated DataNodes on all, clients beside them."
                            + " Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(
            names = "--real-datanodes",
            paramLabel = "R",
            defaultValue = "0",
            description = "DataNodes without the agent, each in a JVM of its own. Default: ${DEFAULT-VALUE}.")
    private int realDatanodes;

    @Option(
            names = "--whole",
            description =
                    "Emulated DataNodes have their web servers and all their threads, three times as many; without"
                            + " it those that no setting turns off are left out by byte code.")
    private boolean whole;

    @Option(
            names = "--plain-network",
            description =
                    "Emulated DataNodes and clients send each other every byte; without it, runs of Tardis data are framed.")
    private boolean plainNetwork;

    @Option(
            names = "--verify",
            paramLabel = "MODE",
            defaultValue = "FULL",
            description =
                    "How closely the agent looks at what is stored and sent before it takes it for Tardis data: full (every"
                            + " byte), sampled or paper. The last two are faster, and what was replaced at equal length may"
                            + " come back as it was before. Default: ${DEFAULT-VALUE}.")
    private Verify verify = Verify.FULL;

    @Option(
            names = "--capacity",
            paramLabel = "SIZE",
            defaultValue = "10T",
            description = "What an emulated DataNode says it has. Default: ${DEFAULT-VALUE}.")
    private String capacity = "";

    @Option(
            names = "--datanode-heap",
            paramLabel = "SIZE",
            description = "Heap of a JVM of emulated DataNodes, such as 1g. Default: 256m and 1.3m for each.")
    private Optional<String> nodeHeap = Optional.empty();

    @Option(
            names = "--namenode-heap",
            paramLabel = "SIZE",
            defaultValue = "2g",
            description = "Heap of the NameNode. Default: ${DEFAULT-VALUE}.")
    private String nameNodeHeap = "";

    @Option(
            names = "--handlers",
            paramLabel = "H",
            description = "RPC handlers of the NameNode (dfs.namenode.handler.count). Default: Hadoop's, 10.")
    private Optional<Integer> handlers = Optional.empty();

    @Option(
            names = "--bytes-per-checksum",
            paramLabel = "BYTES",
            defaultValue = "512",
            description =
                    "Data for each checksum of 4 bytes, which files keep as it is: 512 keeps the ratio of logical to"
                            + " physical bytes on disks below 129, 4096 below 1025. Default: ${DEFAULT-VALUE}, Hadoop's.")
    private int bytesPerChecksum;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of all daemons and clients. Repeatable; wins over --handlers and --bytes-per-checksum. How files are"
                            + " replicated and how large blocks are is said by --replication and --block-size alone.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where the cluster lives: an empty directory, deleted at the end; default: below .underbase/exalt.")
    private Optional<Path> directory = Optional.empty();

    /**
     * The cluster that the options describe.
     *
     * @param more settings that they imply
     * @throws IllegalArgumentException where they contradict each other
     */
    ClusterOptions options(Map<String, String> more) {
        if (bytesPerChecksum < 1) {
            throw new IllegalArgumentException("at least 1 byte per checksum, not " + bytesPerChecksum);
        }
        if (handlers.isPresent() && handlers.get() < 1) {
            throw new IllegalArgumentException("at least 1 handler, not " + handlers.get());
        }
        directory.ifPresent(ClusterMixin::checkNamed);
        Heap.check("--namenode-heap", nameNodeHeap);
        nodeHeap.ifPresent(size -> Heap.check("--datanode-heap", size));
        if (settings.containsKey("")) {
            throw new IllegalArgumentException("-D =" + settings.get("") + " names no setting");
        }
        checkSettings(DECIDED);
        SettingKinds.check(settings);
        int spread = jvms.orElse(Math.max(hosts, ClusterOptions.jvmsFor(datanodes)));
        Map<String, String> all = new LinkedHashMap<>(more);
        all.put("dfs.bytes-per-checksum", Integer.toString(bytesPerChecksum));
        handlers.ifPresent(count -> all.put("dfs.namenode.handler.count", Integer.toString(count)));
        all.putAll(settings);
        if (hosts > 1 && hosts > spread && datanodes > 0) {
            throw new IllegalArgumentException(
                    "a JVM is on one host: --hosts " + hosts + " needs at least as many --jvms, not " + spread);
        }
        if (spread > Math.max(1, datanodes)) {
            throw new IllegalArgumentException(datanodes
                    + " emulated DataNodes are spread over at most as many JVMs and hosts, not over " + spread);
        }
        return new ClusterOptions(
                        datanodes,
                        spread,
                        realDatanodes,
                        whole,
                        !plainNetwork,
                        capacity,
                        nodeHeap.orElse(ClusterOptions.heapFor((datanodes + spread - 1) / Math.max(1, spread))),
                        nameNodeHeap,
                        all,
                        Optional.of(directory.orElseGet(ClusterMixin::newDirectory)))
                .on(hosts)
                .verifying(verify);
    }

    /**
     * Refuses settings that would have no effect.
     *
     * @param decided by whom, for each key
     */
    void checkSettings(Map<String, String> decided) {
        decided.forEach((key, instead) -> {
            if (settings.containsKey(key)) {
                throw new IllegalArgumentException("-D " + key + " would have no effect: " + instead);
            }
        });
    }

    /** The empty path is the current directory, which nobody means; all else is seen when it is made. */
    private static void checkNamed(Path path) {
        if (path.toString().isBlank()) {
            throw new IllegalArgumentException("--dir names no directory");
        }
    }

    int bytesPerChecksum() {
        return Math.max(1, bytesPerChecksum);
    }

    /** Where clusters live when nobody says otherwise: a directory that does not exist yet. */
    static Path newDirectory() {
        String home = System.getProperty("underbase.home");
        String name = "run-" + UUID.randomUUID();
        return home == null
                ? Path.of(System.getProperty("java.io.tmpdir"), "exalt-" + name)
                : Path.of(home, ".underbase", "exalt", name);
    }
}
