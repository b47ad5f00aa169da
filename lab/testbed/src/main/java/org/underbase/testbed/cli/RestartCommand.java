package org.underbase.testbed.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase cluster restart}. */
@Command(
        name = "restart",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Stop a daemon if it runs, start it, and wait until it serves.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster restart n1/datanode-0",
            "  underbase cluster restart namenode-0          # after a change of its *-site.xml, below DIR/nodes"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the daemon serves", "1:no such cluster, or the daemon does not serve", "2:wrong usage"})
final class RestartCommand implements Callable<Integer> {
    @Mixin
    private DaemonOption target;

    @Override
    public Integer call() throws IOException {
        TestCluster cluster = target.cluster();
        Daemon daemon = target.daemon(cluster);
        if (daemon.state() == Daemon.State.PAUSED) {
            // A stopped process receives SIGTERM only after SIGCONT.
            daemon.resume();
        }
        daemon.restart();
        cluster.awaitServing(daemon);
        target.print(daemon, "restarted, pid " + daemon.pid().orElse(0));
        return 0;
    }
}
