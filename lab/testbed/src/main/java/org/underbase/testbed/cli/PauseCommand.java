package org.underbase.testbed.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.testbed.Daemon;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase cluster pause}. */
@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Pause a daemon with SIGSTOP: connections stay open, requests are not answered.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase cluster pause n1/datanode-0",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no such cluster, or the daemon does not run", "2:wrong usage"})
final class PauseCommand implements Callable<Integer> {
    @Mixin
    private DaemonOption target;

    @Override
    public Integer call() throws IOException {
        Daemon daemon = target.daemon(target.cluster());
        daemon.pause();
        target.print(daemon, "paused");
        return 0;
    }
}
