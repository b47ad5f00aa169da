package org.underbase.testbed.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.testbed.Daemon;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase cluster resume}. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Resume a daemon that pause has stopped.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase cluster resume n1/datanode-0",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no such cluster, or the daemon does not run", "2:wrong usage"})
final class ResumeCommand implements Callable<Integer> {
    @Mixin
    private DaemonOption target;

    @Override
    public Integer call() throws IOException {
        Daemon daemon = target.daemon(target.cluster());
        daemon.resume();
        target.print(daemon, "resumed");
        return 0;
    }
}
