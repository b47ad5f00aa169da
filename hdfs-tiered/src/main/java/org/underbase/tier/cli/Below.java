package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.BulkListener;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.client.InheritedCost;
import org.underbase.tier.client.TierChange;

/** Cost of a change of a directory's policy: the copies for the files below it that inherit the policy. */
final class Below {
    /** Maximum number of files to scan; a namespace may contain thousands of times more. */
    private static final long MAX_FILES = 50_000;

    private Below() {}

    /**
     * Scans the files below the directory and prints progress if that takes long.
     *
     * @param planned the change, if this is a dry run
     * @param toAwait receives the files with pending copies; if present, all files are scanned
     */
    static InheritedCost of(
            Session session,
            Path directory,
            Optional<TierChange> planned,
            Optional<List<Path>> toAwait,
            PrintWriter err)
            throws IOException {
        ProgressLine progress = new ProgressLine(err, "tier");
        BulkListener listener = new BulkListener() {
            private long files;

            @Override
            public void accepted(Path file, ChangeResult result) {
                if (result.changed()) {
                    toAwait.ifPresent(all -> all.add(file));
                }
                files++;
                progress.update(() -> "scanning the files below: " + files + " so far");
            }

            @Override
            public void failed(Path file, IOException error) {
                err.println("tier: " + PrintableText.of(Text.plain(file)) + ": not scanned: "
                        + PrintableText.of(OneLine.of(error)));
                err.flush();
            }
        };
        return session.tiers()
                .inherited(directory, planned, toAwait.isPresent() ? Long.MAX_VALUE : MAX_FILES, listener);
    }

    static String text(InheritedCost cost, Optional<Estimate> estimate) {
        if (cost.files() == 0) {
            return "; no files below it";
        }
        StringBuilder text = new StringBuilder("; ");
        if (!cost.complete()) {
            text.append("at least ");
        }
        text.append(cost.inheriting())
                .append(" of ")
                .append(PrintableText.count(cost.files(), "file"))
                .append(cost.inheriting() == 1 ? " below inherits it" : " below inherit it");
        if (cost.bytesToCopy() > 0) {
            text.append(": ")
                    .append(PrintableText.count(cost.misplaced(), "file"))
                    .append(", ")
                    .append(SizeText.of(cost.bytesToCopy()))
                    .append(" to copy")
                    .append(estimate.map(Estimate::text).orElse(""));
        } else if (cost.inheriting() > 0) {
            text.append(", nothing to copy for ").append(cost.inheriting() == 1 ? "it" : "them");
        }
        if (cost.notScanned() > 0) {
            text.append("; ")
                    .append(PrintableText.count(cost.notScanned(), "file"))
                    .append(" not scanned: the total is unknown");
        }
        if (cost.failed() > 0) {
            text.append("; ").append(cost.failed()).append(" failed");
        }
        return text.toString();
    }

    static void json(InheritedCost cost, ObjectNode into) {
        into.put("files", cost.files());
        into.put("inheriting", cost.inheriting());
        into.put("misplaced", cost.misplaced());
        into.put("bytesToCopy", cost.bytesToCopy());
        into.put("notScanned", cost.notScanned());
        into.put("failed", cost.failed());
    }
}
