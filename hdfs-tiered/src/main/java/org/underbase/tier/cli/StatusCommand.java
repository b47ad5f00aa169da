package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.underbase.tier.client.MonitorStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -status}. */
@Command(
        name = "status",
        aliases = "-status",
        description = {
            "Shows what the NameNode's monitor does: scans, misplaced blocks, moves, what it flushed and promoted, and its "
                    + "last problems. Counts are since the NameNode started."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -status", "  underbase tier status --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, with one line that says why", "2:wrong usage"})
final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (Session session = Session.open(tier.cluster())) {
            MonitorStatus status = session.tiers().status();
            if (tier.json()) {
                out.println(Json.text(Json.status(status)));
            } else {
                print(status, out);
            }
        }
        out.flush();
        return 0;
    }

    private static void print(MonitorStatus status, PrintWriter out) {
        out.println("NameNode:  " + Text.printable(status.state()));
        out.println("Monitor:   " + Text.printable(status.monitor()));
        out.println("Scan:      " + Text.count(status.filesScanned(), "file") + ", the last took "
                + String.format(Locale.ROOT, "%.1f s", status.lastScan().toMillis() / 1e3) + ", "
                + Text.percent(status.scanLockShare()) + " of it under the lock");
        out.println("Misplaced: " + Text.count(status.misplacedBlocks(), "block"));
        out.println("Moves:     " + status.movesQueued() + " queued, " + status.movesRunning() + " running, "
                + status.movesDone() + " done, " + status.movesFailed() + " failed");
        out.println("Copied:    " + Text.size(status.bytesMoved()) + ", " + Text.size(status.bytesLeft()) + " left"
                + speed(status));
        out.println("Flushed:   " + Text.count(status.filesFlushed(), "file") + ", " + status.filesPromoted()
                + " brought back");
        out.println(
                "Degraded:  " + Text.count(status.degradedChoices(), "replica") + " placed outside the wanted tier");
        for (String problem : status.lastProblems()) {
            out.println("Problem:   " + Text.printable(problem));
        }
    }

    private static String speed(MonitorStatus status) {
        if (status.bytesPerSecond() == 0) {
            return "";
        }
        Duration left = Duration.ofSeconds(status.bytesLeft() / status.bytesPerSecond());
        return " at " + Text.rate((double) status.bytesPerSecond()) + ", about " + Text.time(left);
    }
}
