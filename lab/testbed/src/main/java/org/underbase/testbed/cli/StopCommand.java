package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code underbase cluster stop}. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Stop a cluster and remove its processes, mounts, network namespaces, files and data.",
            "",
            "Daemons receive SIGTERM, HBase before HDFS. A missing cluster is not an error."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster stop",
            "  underbase cluster stop --name ha --now",
            "  underbase cluster stop --all"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the cluster is removed", "1:something could not be removed", "2:wrong usage"})
final class StopCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NameOption name;

    @Option(names = "--all", description = "Stop all clusters of this user.")
    private boolean all;

    @Option(names = "--now", description = "Kill the daemons with SIGKILL.")
    private boolean now;

    @Override
    public Integer call() throws IOException {
        Registry registry = Registry.ofUser();
        for (String each : all ? registry.names() : List.of(name.name())) {
            stop(registry, each);
        }
        return 0;
    }

    private void stop(Registry registry, String each) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<Path> location = registry.find(each);
        if (location.isEmpty()) {
            out.println("no cluster " + each);
            out.flush();
            return;
        }
        if (registry.starting(each)) {
            throw new ClusterException(
                    "cannot stop cluster '" + each + "': a process is starting it; stop that process");
        }
        if (Files.exists(location.get().resolve("cluster.json"))) {
            TestCluster cluster = TestCluster.attach(location.get());
            if (!now) {
                for (Daemon daemon : cluster.stop()) {
                    err.println(daemon + " did not exit in time and was killed");
                }
            }
            cluster.destroy();
        }
        registry.release(each);
        out.println("cluster " + each + " is removed");
        out.flush();
    }
}
