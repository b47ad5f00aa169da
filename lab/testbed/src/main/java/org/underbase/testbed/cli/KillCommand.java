package org.underbase.testbed.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.Daemon;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase cluster kill}. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Kill a daemon with SIGKILL; restart starts it again.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase cluster kill n1/datanode-0",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no such cluster, or the daemon does not run", "2:wrong usage"})
final class KillCommand implements Callable<Integer> {
    @Mixin
    private DaemonOption target;

    @Override
    public Integer call() throws IOException {
        Daemon daemon = target.daemon(target.cluster());
        if (!daemon.alive()) {
            throw new ClusterException(daemon + " does not run");
        }
        daemon.kill();
        target.print(daemon, "killed");
        return 0;
    }
}
