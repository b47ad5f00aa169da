package org.underbase.bench.tracer.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * Writer of events in the format of HTFS: {@code pid,eventId,entryTime,elapsed,callId,streamId,result,arg...}. Numbers are
 * plain; text is {@code #} and Base64. Each event is a line at level INFO of a log4j file appender, whose layout is the message
 * only, the smallest layout. Thread-safe, like log4j.
 */
public final class TextTrace implements AutoCloseable {
    private final long pid = ProcessHandle.current().pid();
    private final AtomicLong events = new AtomicLong();
    private final long zero = System.nanoTime();
    private final Logger logger;
    private final FileAppender appender;

    /**
     * Creates a text trace.
     *
     * @param file file of the lines; overwritten
     * @throws IOException if it cannot be written
     */
    public TextTrace(Path file) throws IOException {
        appender = new FileAppender(new PatternLayout("%m%n"), file.toString(), false);
        logger = Logger.getLogger(TextTrace.class.getName() + "." + file.getFileName());
        logger.setAdditivity(false);
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** Logs a positioned or sequential read or write; {@code start} is a value of {@link System#nanoTime}. */
    public void call(long start, long elapsed, int call, long stream, long result, long offset, long length) {
        StringBuilder line = begin(start - zero, elapsed, call, stream, result);
        line.append(',').append(offset).append(',').append(length);
        logger.info(line);
    }

    /**
     * Logs an event of a trace with its numbers and, for calls on files, its paths.
     *
     * @param event the event
     * @param origin time of the first event; the logged time is relative to it
     */
    public void event(TraceEvent event, long origin) {
        StringBuilder line = begin(
                event.startNanos() - origin,
                event.durationNanos(),
                event.call().code(),
                event.streamId(),
                event.result());
        if (event.offset() >= 0) {
            line.append(',').append(event.offset());
        }
        if (event.length() >= 0) {
            line.append(',').append(event.length());
        }
        Call.Kind kind = event.call().kind();
        if (kind == Call.Kind.OPEN || kind == Call.Kind.META) {
            text(line, event.path());
            text(line, event.otherPath());
        }
        logger.info(line);
    }

    private static void text(StringBuilder line, String argument) {
        if (!argument.isEmpty()) {
            line.append(",#").append(Base64.getEncoder().encodeToString(argument.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private StringBuilder begin(long entry, long elapsed, int call, long stream, long result) {
        return new StringBuilder()
                .append(pid)
                .append(',')
                .append(events.incrementAndGet())
                .append(',')
                .append(entry)
                .append(',')
                .append(elapsed)
                .append(',')
                .append(call)
                .append(',')
                .append(stream)
                .append(',')
                .append(result);
    }

    /** Closes the file. */
    @Override
    public void close() {
        logger.removeAppender(appender);
        appender.close();
    }

    /**
     * Computes the gzipped size of a closed text trace at gzip's default level.
     *
     * @param file the text trace
     * @return size in bytes
     * @throws IOException if it cannot be read
     */
    public static long gzippedBytes(Path file) throws IOException {
        Counting counting = new Counting();
        try (OutputStream gzip = new GZIPOutputStream(counting, 1 << 16)) {
            Files.copy(file, gzip);
        }
        return counting.bytes;
    }

    private static final class Counting extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int off, int len) {
            bytes += len;
        }
    }
}
