package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.BulkFailure;
import org.underbase.tier.client.BulkListener;
import org.underbase.tier.client.BulkOptions;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.TierChange;
import picocli.CommandLine;

/** One run of a command that changes files: the change, the wait for its replicas, and the output. */
final class ChangeRun {
    private static final String CACHED =
            "; the file is cached: its additional replica on the fastest tier stays while it is read often";

    private final CommandLine command;
    private final Session session;
    private final ChangeOptions options;
    private final Duration timeout;
    private final boolean json;
    private final List<Path> toAwait = new ArrayList<>();

    ChangeRun(CommandLine command, Session session, ChangeOptions options, Duration timeout, boolean json) {
        this.command = command;
        this.session = session;
        this.options = options;
        this.timeout = timeout;
        this.json = json;
    }

    /** Runs the change and returns the exit code. */
    int run(Path path, TierChange change) throws IOException {
        long start = System.nanoTime();
        Outcome outcome = options.recursive() ? all(path, change) : one(path, change);
        Optional<Estimate> estimate = Estimate.of(session, path, outcome.bytesToCopy());
        boolean cached = cached(path, change, outcome);
        PrintWriter out = command.getOut();
        if (!json) {
            out.println(text(path, outcome, estimate) + (cached ? CACHED : ""));
            out.flush();
        }
        Optional<Boolean> placed = Optional.empty();
        try {
            if (options.await()) {
                placed = Optional.of(await(timeout.minusNanos(System.nanoTime() - start)));
            }
        } finally {
            // Print the accepted change even if the wait fails.
            if (json) {
                out.println(JsonText.of(json(path, outcome, estimate, placed).put("cached", cached)));
                out.flush();
            }
        }
        if (!json && placed.isPresent()) {
            out.println(placed(placed.get(), outcome.failed()));
        }
        out.flush();
        boolean inTime = placed.orElse(true);
        // A file below the directory that was not scanned makes a completed wait fail.
        if (outcome.failed() > 0 && (inTime || options.recursive())) {
            return ExitCode.FAILURE;
        }
        return inTime ? ExitCode.SUCCESS : TierCommand.TIMED_OUT;
    }

    private Outcome one(Path path, TierChange change) throws IOException {
        boolean inherited = appliesToDirectories(change)
                && session.fileSystem().getFileStatus(path).isDirectory();
        ChangeResult result = options.dryRun()
                ? session.tiers().check(path, change)
                : session.tiers().apply(path, change);
        Outcome outcome = Outcome.of(result);
        if (!inherited) {
            toAwait.add(path);
            return outcome;
        }
        if (!result.changed() && !options.await()) {
            return outcome;
        }
        return outcome.withBelow(
                Below.of(
                        session,
                        path,
                        options.dryRun() && result.changed() ? Optional.of(change) : Optional.empty(),
                        options.await() ? Optional.of(toAwait) : Optional.empty(),
                        command.getErr()),
                options.await());
    }

    private static boolean appliesToDirectories(TierChange change) {
        return change instanceof TierChange.SetPolicy || change instanceof TierChange.UnsetPolicy;
    }

    private Outcome all(Path path, TierChange change) throws IOException {
        PrintWriter err = command.getErr();
        ProgressLine progress = new ProgressLine(err, "tier");
        BulkListener listener = new BulkListener() {
            private long files;

            @Override
            public void accepted(Path file, ChangeResult result) {
                if (options.await()) {
                    toAwait.add(file);
                }
                files++;
                progress.update(() -> PrintableText.count(files, "file") + " so far");
            }

            @Override
            public void failed(Path file, IOException error) {
                err.println("tier: " + PrintableText.of(Text.plain(file)) + ": " + PrintableText.of(OneLine.of(error)));
                err.flush();
            }
        };
        return Outcome.of(session.tiers()
                .applyAll(
                        path,
                        change,
                        BulkOptions.defaults().withDryRun(options.dryRun()).withListener(listener)));
    }

    private static String placed(boolean inTime, long failed) {
        if (!inTime) {
            return "timeout: the change is accepted and continues in the background";
        }
        return failed == 0
                ? "all replicas are placed"
                : "all replicas are placed, except those of " + PrintableText.count(failed, "failed file");
    }

    private boolean await(Duration left) throws IOException {
        try (PlacementProgressLine line = new PlacementProgressLine(command.getErr())) {
            return session.tiers().awaitPlacement(toAwait, left, line);
        }
    }

    private String text(Path path, Outcome outcome, Optional<Estimate> estimate) {
        String cost = outcome.below()
                .map(below -> Below.text(below, estimate))
                .orElseGet(() -> outcome.changed() == 0 ? "" : cost(outcome, estimate));
        if (options.recursive()) {
            return (options.dryRun() ? "dry run: " : "") + PrintableText.count(outcome.files(), "file") + ", "
                    + outcome.changed() + " changed, " + outcome.unchanged() + " already in the requested state, "
                    + outcome.failed() + " failed" + cost;
        }
        String wanted = outcome.wanted().map(vector -> ", wanted " + vector).orElse("");
        String state = outcome.changed() == 0
                ? "already in the requested state"
                : options.dryRun() ? "valid (dry run)" : "accepted";
        return PrintableText.of(path.toString()) + ": " + state + wanted + cost;
    }

    /** Whether a tier still has a replica after the deletion of all: it is the copy of a cache, not the file's. */
    private boolean cached(Path path, TierChange change, Outcome outcome) throws IOException {
        if (options.recursive() || outcome.changed() > 0 || !(change instanceof TierChange.DeleteTier delete)) {
            return false;
        }
        FilePlacement placement = session.tiers().placement(path);
        return placement.cached()
                && placement
                        .wanted()
                        .filter(wanted -> wanted.count(delete.tier()) > 0)
                        .isPresent();
    }

    private static String cost(Outcome outcome, Optional<Estimate> estimate) {
        if (outcome.bytesToCopy() == 0) {
            return "; nothing to copy";
        }
        return "; " + PrintableText.count(outcome.blocks(), "block") + ", " + SizeText.of(outcome.bytesToCopy())
                + " to copy" + estimate.map(Estimate::text).orElse("");
    }

    private ObjectNode json(Path path, Outcome outcome, Optional<Estimate> estimate, Optional<Boolean> placed) {
        ObjectNode root = JsonText.object();
        root.put("path", path.toString());
        root.put("dryRun", options.dryRun());
        root.put("files", outcome.files());
        root.put("changed", outcome.changed());
        root.put("unchanged", outcome.unchanged());
        root.put("failed", outcome.failed());
        root.put("blocks", outcome.blocks());
        root.put("bytesToCopy", outcome.bytesToCopy());
        JsonText.put(root, "wanted", outcome.wanted());
        JsonText.put(
                root,
                "estimatedSeconds",
                estimate.map(one -> OptionalLong.of(one.time().toSeconds())).orElse(OptionalLong.empty()));
        root.put("placed", placed.orElse(null));
        if (outcome.below().isPresent()) {
            Below.json(outcome.below().get(), root.putObject("below"));
        } else {
            root.putNull("below");
        }
        ArrayNode failures = root.putArray("failures");
        for (BulkFailure failure : outcome.failures()) {
            ObjectNode one = failures.addObject();
            one.put("path", Text.plain(failure.path()));
            one.put("error", OneLine.of(failure.error()));
        }
        return root;
    }
}
