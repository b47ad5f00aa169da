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
import org.underbase.tier.client.BulkFailure;
import org.underbase.tier.client.BulkListener;
import org.underbase.tier.client.BulkOptions;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.client.TierChange;
import picocli.CommandLine;

/** Makes a change, waits for it if that is wanted, and says what became of it. */
final class ChangeRun {
    private final CommandLine verb;
    private final Session session;
    private final ChangeOptions options;
    private final Duration timeout;
    private final boolean json;
    private final List<Path> toAwait = new ArrayList<>();

    ChangeRun(CommandLine verb, Session session, ChangeOptions options, Duration timeout, boolean json) {
        this.verb = verb;
        this.session = session;
        this.options = options;
        this.timeout = timeout;
        this.json = json;
    }

    /** The exit code. */
    int run(Path path, TierChange change) throws IOException {
        long start = System.nanoTime();
        Outcome outcome = options.recursive() ? all(path, change) : one(path, change);
        Optional<Estimate> estimate = Estimate.of(session, path, outcome.bytesToCopy());
        PrintWriter out = verb.getOut();
        if (!json) {
            out.println(text(path, outcome, estimate));
            out.flush();
        }
        Optional<Boolean> placed = Optional.empty();
        try {
            if (options.await()) {
                placed = Optional.of(await(timeout.minusNanos(System.nanoTime() - start)));
            }
        } finally {
            // The change was made, whatever became of the wait.
            if (json) {
                out.println(Json.text(json(path, outcome, estimate, placed)));
                out.flush();
            }
        }
        if (!json && placed.isPresent()) {
            out.println(placed(placed.get(), outcome.failed()));
        }
        out.flush();
        boolean inTime = placed.orElse(true);
        // A file below a directory that could not be looked at is a failure of the wait, where that has ended.
        if (outcome.failed() > 0 && (inTime || options.recursive())) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        return inTime ? CommandLine.ExitCode.OK : TierCommand.TIMED_OUT;
    }

    private Outcome one(Path path, TierChange change) throws IOException {
        boolean inherited = isOfDirectories(change)
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
                        verb.getErr()),
                options.await());
    }

    private static boolean isOfDirectories(TierChange change) {
        return change instanceof TierChange.SetPolicy || change instanceof TierChange.UnsetPolicy;
    }

    private Outcome all(Path path, TierChange change) throws IOException {
        PrintWriter err = verb.getErr();
        LongRun progress = new LongRun(err);
        BulkListener listener = new BulkListener() {
            private long files;

            @Override
            public void accepted(Path file, ChangeResult result) {
                if (options.await()) {
                    toAwait.add(file);
                }
                progress.at(() -> Text.count(++files, "file") + " so far");
            }

            @Override
            public void failed(Path file, IOException problem) {
                err.println("tier: " + Text.printable(Text.plain(file)) + ": " + Text.printable(OneLine.of(problem)));
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
            return "the timeout passed; the change was accepted and goes on in the background";
        }
        return failed == 0
                ? "every replica is in its place"
                : "every replica is in its place, but for the " + Text.count(failed, "file") + " that failed";
    }

    private boolean await(Duration left) throws IOException {
        try (ProgressBar bar = new ProgressBar(verb.getErr(), ProgressBar.onTerminal())) {
            return session.tiers().awaitPlacement(toAwait, left, bar);
        }
    }

    private String text(Path path, Outcome outcome, Optional<Estimate> estimate) {
        String cost = outcome.below()
                .map(below -> Below.text(below, estimate))
                .orElseGet(() -> outcome.changed() == 0 ? "" : cost(outcome, estimate));
        if (options.recursive()) {
            return (options.dryRun() ? "would be: " : "") + Text.count(outcome.files(), "file") + ", "
                    + outcome.changed() + " changed, " + outcome.unchanged() + " as they should be already, "
                    + outcome.failed() + " failed" + cost;
        }
        String wanted = outcome.wanted().map(vector -> ", wanted " + vector).orElse("");
        String said = outcome.changed() == 0 ? "it is so already" : options.dryRun() ? "would be accepted" : "accepted";
        return Text.printable(path.toString()) + ": " + said + wanted + cost;
    }

    private static String cost(Outcome outcome, Optional<Estimate> estimate) {
        if (outcome.bytesToCopy() == 0) {
            return "; nothing to copy";
        }
        return "; " + Text.count(outcome.blocks(), "block") + ", " + Text.size(outcome.bytesToCopy()) + " to copy"
                + estimate.map(Estimate::text).orElse("");
    }

    private ObjectNode json(Path path, Outcome outcome, Optional<Estimate> estimate, Optional<Boolean> placed) {
        ObjectNode root = Json.object();
        root.put("path", path.toString());
        root.put("dryRun", options.dryRun());
        root.put("files", outcome.files());
        root.put("changed", outcome.changed());
        root.put("unchanged", outcome.unchanged());
        root.put("failed", outcome.failed());
        root.put("blocks", outcome.blocks());
        root.put("bytesToCopy", outcome.bytesToCopy());
        Json.put(root, "wanted", outcome.wanted());
        Json.put(
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
            one.put("problem", OneLine.of(failure.problem()));
        }
        return root;
    }
}
