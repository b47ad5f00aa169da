package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
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
    /** A share of less is of the clock's making. */
    private static final Duration WORTH_A_SHARE = Duration.ofMillis(100);

    private static final int PROBLEM_LENGTH = 160;

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
        out.println("Scan:      " + scan(status));
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
            out.println("Problem:   "
                    + Text.shortened(Text.printable(problem), PROBLEM_LENGTH)
                    + status.lastProblem().map(then -> ", " + ago(then)).orElse(""));
        }
    }

    private static String scan(MonitorStatus status) {
        if (status.lastScanEnd().isEmpty() && status.lastScan().isZero()) {
            return "none has ended yet";
        }
        String text = Text.count(status.filesScanned(), "file") + ", the last took "
                + String.format(Locale.ROOT, "%.1f s", status.lastScan().toMillis() / 1e3);
        if (status.lastScan().compareTo(WORTH_A_SHARE) >= 0) {
            text += ", " + Text.percent(status.scanLockShare()) + " of it under the lock";
        }
        return text + status.lastScanEnd().map(end -> ", and ended " + ago(end)).orElse("");
    }

    /** The NameNode's clock may be ahead of ours. */
    private static String ago(Instant then) {
        Duration since = Duration.between(then, Instant.now());
        return Text.time(since.isNegative() ? Duration.ZERO : since) + " ago";
    }

    private static String speed(MonitorStatus status) {
        if (status.bytesPerSecond() == 0) {
            return "";
        }
        Duration left = Duration.ofSeconds(status.bytesLeft() / status.bytesPerSecond());
        return " at " + Text.rate((double) status.bytesPerSecond()) + ", about " + Text.time(left);
    }
}
