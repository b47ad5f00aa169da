package org.underbase.combinedlog.cli;

import java.io.PrintWriter;
import org.underbase.combinedlog.block.ReplayProgress;
import org.underbase.operator.output.ProgressLine;

/** Progress of a replay on standard error. */
final class PrintedProgress implements ReplayProgress, AutoCloseable {
    private final String journal;
    private final ProgressLine line;

    PrintedProgress(PrintWriter err, String journal) {
        this.journal = journal;
        this.line = new ProgressLine(err, "combinedlog replay");
    }

    @Override
    public void progress(Step step, long done, long total) {
        line.update(() -> "replaying " + journal + ": " + (total > 0 ? done + " of " + total : done) + " " + step);
    }

    @Override
    public void close() {
        line.close();
    }
}
