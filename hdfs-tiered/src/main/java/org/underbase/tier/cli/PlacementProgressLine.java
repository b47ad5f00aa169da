package org.underbase.tier.cli;

import java.io.PrintWriter;
import org.underbase.operator.output.DurationText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.PlacementProgress;
import org.underbase.tier.client.ProgressListener;

/** Listener that prints the progress of a placement on standard error. */
final class PlacementProgressLine implements ProgressListener, AutoCloseable {
    private final ProgressLine line;

    PlacementProgressLine(PrintWriter err) {
        this(new ProgressLine(err, "tier"));
    }

    PlacementProgressLine(ProgressLine line) {
        this.line = line;
    }

    @Override
    public void progressed(PlacementProgress progress) {
        line.update(fraction(progress), () -> text(progress));
    }

    private static double fraction(PlacementProgress progress) {
        if (progress.done()) {
            return 1;
        }
        double fraction = progress.bytesTotal() > 0
                ? 1 - (double) progress.bytesLeft() / progress.bytesTotal()
                : (double) progress.filesDone() / Math.max(1, progress.files());
        // Only the end fills the bar.
        return Math.min(Math.max(0, fraction), Math.nextDown(1.0));
    }

    private static String text(PlacementProgress progress) {
        StringBuilder text = new StringBuilder()
                .append(progress.filesDone())
                .append('/')
                .append(PrintableText.count(progress.files(), "file"))
                .append(", ")
                .append(SizeText.of(progress.bytesLeft()))
                .append(" left, ")
                .append(SizeText.rate(progress.bytesPerSecond()));
        progress.remaining().ifPresent(time -> text.append(", ").append(DurationText.of(time)));
        progress.reason().ifPresent(reason -> text.append("; ").append(PrintableText.of(reason)));
        return text.toString();
    }

    @Override
    public void close() {
        line.close();
    }
}
