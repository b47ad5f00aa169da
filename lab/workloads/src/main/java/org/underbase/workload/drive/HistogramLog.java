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
 * File in HdrHistogram's log format (version 1.3), readable by any HdrHistogram tool. Each type has a tag. Latencies are
 * in nanoseconds, the maximum of each line in milliseconds. Not thread-safe.
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
     * Creates a log.
     *
     * @param file file to create
     * @param comment first line of the log
     * @param startMillis start of the run, in epoch milliseconds
     * @throws IOException if the file cannot be created
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
     * Closes the log.
     *
     * @throws IOException if a part of it could not be written
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
