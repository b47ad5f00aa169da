package org.underbase.tier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.underbase.operator.output.DurationText;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
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
            "Show the state of the NameNode's monitor: scans, misplaced blocks, moves, demoted and promoted files, and the "
                    + "last errors. Counts are since the NameNode started."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -status", "  underbase tier status --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class StatusCommand implements Callable<Integer> {
    /** Shortest scan whose lock time the clock resolves. */
    private static final Duration SHORTEST_TIMED_SCAN = Duration.ofMillis(100);

    private static final int MAX_ERROR_LENGTH = 160;

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
                out.println(JsonText.of(Json.status(status)));
            } else {
                print(status, out);
            }
        }
        out.flush();
        return 0;
    }

    private static void print(MonitorStatus status, PrintWriter out) {
        out.println("NameNode:  " + PrintableText.of(status.state()));
        out.println("Monitor:   " + PrintableText.of(status.monitor()));
        out.println("Scan:      " + scan(status));
        out.println("Misplaced: " + PrintableText.count(status.misplacedBlocks(), "block") + " at the last full scan");
        out.println("Moves:     " + status.movesQueued() + " queued, " + status.movesRunning() + " running, "
                + status.movesDone() + " done, " + status.movesFailed() + " failed");
        out.println("Copied:    " + SizeText.of(status.bytesMoved()) + ", " + SizeText.of(status.bytesLeft()) + " left"
                + speed(status));
        out.println("Demoted:   " + PrintableText.count(status.filesDemoted(), "file") + ", " + status.filesPromoted()
                + " promoted");
        out.println("Degraded:  " + PrintableText.count(status.degradedChoices(), "replica")
                + " placed on another tier than wanted");
        for (String error : status.lastErrors()) {
            out.println("Error:     "
                    + PrintableText.shortened(PrintableText.of(error), MAX_ERROR_LENGTH)
                    + status.lastError().map(then -> ", " + ago(then)).orElse(""));
        }
    }

    static String scan(MonitorStatus status) {
        if (status.lastScanEnd().isEmpty() && status.lastScan().isZero()) {
            return status.monitor().equals("idle")
                    ? "none yet: the monitor scans when a DataNode has announced a tier, and a policy or a quota is set or"
                            + " a tier is above its high watermark"
                    : "none has finished yet";
        }
        String text = PrintableText.count(status.filesScanned(), "file") + ", the last took "
                + String.format(Locale.ROOT, "%.1f s", status.lastScan().toMillis() / 1e3);
        if (status.lastScan().compareTo(SHORTEST_TIMED_SCAN) >= 0) {
            text += ", " + Text.percent(status.scanLockFraction()) + " of it under lock";
        }
        return text + status.lastScanEnd().map(end -> ", finished " + ago(end)).orElse("");
    }

    /** Formats the age of a time of the NameNode's clock, which may be ahead of the client's. */
    private static String ago(Instant then) {
        Duration since = Duration.between(then, Instant.now());
        return DurationText.of(since.isNegative() ? Duration.ZERO : since) + " ago";
    }

    private static String speed(MonitorStatus status) {
        if (status.bytesPerSecond() == 0) {
            return "";
        }
        Duration left = Duration.ofSeconds(status.bytesLeft() / status.bytesPerSecond());
        return " at " + SizeText.rate((double) status.bytesPerSecond()) + ", about " + DurationText.of(left);
    }
}
