package org.underbase.workload.drive;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A file in HdrHistogram's log format (version 1.3), one tag for each type, in nanoseconds; the maximum of each line in
 * milliseconds. Any HdrHistogram tool reads it. Not thread-safe.
 */
public final class HistogramLog implements HistogramSink, Closeable {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Path file;
    private final PrintStream out;
    private final HistogramLogWriter writer;

    private HistogramLog(Path file, PrintStream out, String comment, long startMillis) {
        this.file = file;
        this.out = out;
        this.writer = new HistogramLogWriter(out);
        writer.outputComment(comment);
        writer.outputLogFormatVersion();
        writer.outputStartTime(startMillis);
        writer.outputBaseTime(startMillis);
        writer.setBaseTime(startMillis);
        writer.outputLegend();
    }

    /**
     * Begins a log.
     *
     * @throws IOException when the file cannot be made
     */
    public static HistogramLog create(Path file, String comment, long startMillis) throws IOException {
        PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
        return new HistogramLog(file, out, comment, startMillis);
    }

    @Override
    public void interval(String type, double fromSeconds, double toSeconds, Histogram latencies) {
        latencies.setTag(type);
        writer.outputIntervalHistogram(fromSeconds, toSeconds, latencies, NANOS_PER_MILLI);
        out.flush();
    }

    /**
     * Ends the log.
     *
     * @throws IOException when not all of it could be written
     */
    @Override
    public void close() throws IOException {
        boolean failed = out.checkError();
        out.close();
        if (failed) {
            throw new IOException("cannot write all latencies to " + file);
        }
    }
}
