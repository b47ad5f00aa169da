package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.BulkListener;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.client.InheritedCost;
import org.underbase.tier.client.TierChange;

/** What a change of a directory's policy means for the files below it that inherit. */
final class Below {
    /** So many files are looked at; a namespace may have thousands of times as many. */
    private static final long MOST = 50_000;

    private Below() {}

    /**
     * Walks below the directory, with progress when it takes long.
     *
     * @param planned the change, when it was not made
     * @param toAwait gets the files that have something on the way; with it all files are looked at
     */
    static InheritedCost of(
            Session session,
            Path directory,
            Optional<TierChange> planned,
            Optional<List<Path>> toAwait,
            PrintWriter err)
            throws IOException {
        LongRun progress = new LongRun(err);
        BulkListener listener = new BulkListener() {
            private long files;

            @Override
            public void accepted(Path file, ChangeResult result) {
                if (result.changed()) {
                    toAwait.ifPresent(all -> all.add(file));
                }
                progress.at(() -> "looking at the files below: " + ++files + " so far");
            }

            @Override
            public void failed(Path file, IOException problem) {
                err.println("tier: " + Text.printable(Text.plain(file)) + " could not be looked at: "
                        + Text.printable(OneLine.of(problem)));
                err.flush();
            }
        };
        return session.tiers().inherited(directory, planned, toAwait.isPresent() ? Long.MAX_VALUE : MOST, listener);
    }

    static String text(InheritedCost cost, Optional<Estimate> estimate) {
        if (cost.files() == 0) {
            return "; no file below it";
        }
        StringBuilder text = new StringBuilder("; ");
        if (!cost.complete()) {
            text.append("at least ");
        }
        text.append(cost.inheriting())
                .append(" of ")
                .append(Text.count(cost.files(), "file"))
                .append(cost.inheriting() == 1 ? " below inherits it" : " below inherit it");
        if (cost.bytesToCopy() > 0) {
            text.append(": ")
                    .append(Text.count(cost.misplaced(), "file"))
                    .append(", ")
                    .append(Text.size(cost.bytesToCopy()))
                    .append(" to copy")
                    .append(estimate.map(Estimate::text).orElse(""));
        } else if (cost.inheriting() > 0) {
            text.append(", nothing to copy for ").append(cost.inheriting() == 1 ? "it" : "them");
        }
        if (cost.unseen() > 0) {
            text.append("; ")
                    .append(Text.count(cost.unseen(), "file"))
                    .append(" were not looked at: the rest is unknown");
        }
        if (cost.failed() > 0) {
            text.append("; ").append(cost.failed()).append(" could not be looked at");
        }
        return text.toString();
    }

    static void json(InheritedCost cost, ObjectNode into) {
        into.put("files", cost.files());
        into.put("inheriting", cost.inheriting());
        into.put("misplaced", cost.misplaced());
        into.put("bytesToCopy", cost.bytesToCopy());
        into.put("notLookedAt", cost.unseen());
        into.put("failed", cost.failed());
    }
}
