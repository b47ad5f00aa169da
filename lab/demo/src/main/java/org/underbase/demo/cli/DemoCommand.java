package org.underbase.demo.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.underbase.demo.Demo;
import org.underbase.demo.DemoOptions;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.ExitCode;
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
            "Start a cluster, run the Facebook Messages workload, trace every HDFS call and print the result.",
            "",
            "The demo starts a NameNode, a ZooKeeper, an HBase Master and, for each node, two DataNodes (one of tier fast, one"
                    + " of tier disk) and a RegionServer, as separate processes on free loopback ports. It loads mailboxes and"
                    + " compacts them. Then it enables the tracer, as on a running cluster, and runs gets, puts and deletes"
                    + " (60/34/6) while HBase flushes and compacts. It shuts HBase down and prints reads and writes by layer"
                    + " and by activity with the paper's values, and the reconciliation of the trace with the DataNodes'"
                    + " counters. Then it prints the tiers of HBase's store files and the tier that served the reads, and"
                    + " moves a file between tiers. The charts are in report/index.html.",
            "",
            "Then it starts a second cluster of three nodes in network namespaces, compacts 20 MB of store files once with"
                    + " stock HBase and once locally, and prints the bytes over the network of both. This part needs root and"
                    + " the commands ip and tc (iproute2); without them the demo prints the reason and skips it."
                    + " --nodes, --users and --port-base do not apply to it.",
            "",
            "Ctrl-C at any time stops the cluster and removes its files."
        },
        footer = {
            "",
            "Files: DIR/trace (see ./underbase trace) and DIR/counters.json, kept until the next demo; after a failure also"
                    + " DIR/logs.",
            "Exit codes: 0 the trace agrees with the counters, 1 failure or mismatch, 2 invalid usage, 130 interrupted.",
            "",
            "Examples:",
            "  ./underbase demo",
            "  ./underbase demo --duration 10m --users 20000 --seed 7"
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3", description = "Nodes. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "110s",
            description = "Duration of the run after the load, such as 90s, 2m or 1h. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "3000",
            description = "Users, one row each. Default: ${DEFAULT-VALUE}.")
    private int users;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "20",
            description = "Mean number of messages in a mailbox before the run. Default: ${DEFAULT-VALUE}.")
    private int messages;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "8",
            description = "Concurrent clients. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of contents and operations. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--port-base",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "First of the daemons' consecutive ports on 127.0.0.N. Default: free ports.")
    private int portBase;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the cluster during the demo and of the trace; needs 2 GiB. Default:"
                    + " .underbase/demo in the checkout.")
    private Path dir;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory of the report. Default: report/ in the checkout.")
    private Path out;

    @Option(names = "--json", description = "Print the result as JSON instead of tables.")
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
                    duration,
                    seed,
                    portBase,
                    absolute(dir == null ? home.resolve(".underbase").resolve("demo") : dir),
                    absolute(out == null ? home.resolve("report") : out));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        return new Demo(options, json, stdout, stderr).run() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
