package org.underbase.demo.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.underbase.demo.Demo;
import org.underbase.demo.DemoOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./underbase demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a cluster, run the Facebook-Messages workload with every HDFS call traced, show the result.",
            "",
            "Starts a NameNode, a ZooKeeper, an HBase Master and, for each node, two DataNodes (one of the tier fast, one of"
                    + " the tier disk) and a RegionServer, each a process of its own on free loopback ports. Loads mailboxes and compacts them. Then switches the"
                    + " tracer on, as on a cluster that runs already, and runs gets, puts and deletes (60/34/6) while"
                    + " HBase flushes and compacts by itself. Shuts HBase down and prints reads and writes by layer and"
                    + " by activity, the paper's figures beside ours, and a check of the trace against the DataNodes'"
                    + " own counters. Then it shows on which tiers HBase's store files are, which tier served the reads, and moves a"
                    + " file from one tier to the other. The pictures go to report/index.html.",
            "",
            "When that cluster is gone it starts three nodes with links of their own (network namespaces), compacts 20 MB of"
                    + " store files once as stock HBase does and once by the nodes of the replicas, and prints how many bytes"
                    + " crossed the links with and without. That wants root and the commands ip and tc (iproute2); without them"
                    + " it says that nothing was measured, and why. --nodes, --users and --port-base are not for these nodes.",
            "",
            "Ctrl-C at any time stops the cluster and removes its files."
        },
        footer = {
            "",
            "Files: DIR/trace stays until the next demo (look at it with ./underbase trace), and DIR/counters.json; after a"
                    + " failure also DIR/logs.",
            "Exit codes: 0 done and the trace agrees with the counters, 1 failed or it does not, 2 wrong usage,"
                    + " 130 interrupted.",
            "",
            "Examples:",
            "  ./underbase demo",
            "  ./underbase demo --duration 10m --users 20000 --seed 7"
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "nodes (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "110s",
            description = "how long the run lasts after the load, as 90s, 2m, 1h (default: ${DEFAULT-VALUE})")
    private String duration;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "3000",
            description = "users, one row each (default: ${DEFAULT-VALUE})")
    private int users;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "20",
            description = "messages in each mailbox before the run, on average (default: ${DEFAULT-VALUE})")
    private int messages;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "8",
            description = "operations at the same time (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "seed of everything random (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            description = "first of the daemons' consecutive ports on 127.0.0.N (default: free ones)")
    private Integer portBase;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "where the cluster lives meanwhile and the trace stays; wants 2 GiB free (default:"
                    + " .underbase/demo in the checkout)")
    private Path dir;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where the report goes (default: report/ in the checkout)")
    private Path out;

    @Option(names = "--json", description = "print the result as JSON instead of the tables")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path home = Path.of(System.getProperty("underbase.home", "."));
        DemoOptions options;
        try {
            options = new DemoOptions(
                    nodes,
                    users,
                    messages,
                    threads,
                    parse(duration),
                    seed,
                    portBase == null ? OptionalInt.empty() : OptionalInt.of(portBase),
                    absolute(dir == null ? home.resolve(".underbase").resolve("demo") : dir),
                    absolute(out == null ? home.resolve("report") : out));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        return new Demo(options, json, stdout, stderr).run() ? 0 : 1;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static Duration parse(String text) {
        try {
            if (text.matches("\\d{1,9}s?")) {
                return Duration.ofSeconds(Long.parseLong(text.replace("s", "")));
            }
            if (text.matches("\\d{1,9}[mh]")) {
                return Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
            }
        } catch (java.time.format.DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException("no duration: '" + text + "' (as 90s, 2m, 1h)", e);
        }
        throw new IllegalArgumentException("no duration: '" + text + "' (as 90s, 2m, 1h)");
    }
}
