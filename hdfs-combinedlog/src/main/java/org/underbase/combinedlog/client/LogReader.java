package org.underbase.combinedlog.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Reader of a log's records, in order. Each record is complete and matches its checksum. A reader can follow a log that is being
 * written: at its end, it opens the file again for the records that were added since.
 *
 * <p>After a crash of the writer and {@link CombinedLog#recover}, the reader returns all acknowledged records, and perhaps later
 * records of the same writer. While a log is being written, a reader may return a record before its append is acknowledged.
 *
 * <p>After an {@link IOException}, the position is unchanged and the call can be repeated. Not thread-safe.
 */
public final class LogReader implements Closeable {
    private static final long FIRST_POLL_MILLIS = 10;
    private static final long LONGEST_POLL_MILLIS = 500;

    private final LogFile file;
    private final LogScanner scanner;
    private LogFile.Input input;

    LogReader(LogFile file, LogPosition from) {
        this.file = file;
        this.scanner = new LogScanner(file.describe(), from);
    }

    /**
     * Returns the next record, without waiting.
     *
     * @return the record; empty at the current end of the log
     * @throws CorruptLogException if the next record is corrupt, or the log is closed and ends before its position
     * @throws LogReplacedException if the file has become another log
     * @throws IOException if the file is missing or cannot be read
     */
    public Optional<LogRecord> next() throws IOException {
        return LogThread.run(this::read);
    }

    private Optional<LogRecord> read() throws IOException {
        boolean opened = input == null;
        Optional<LogRecord> record = Optional.empty();
        try {
            record = scanner.next(current());
            if (record.isEmpty() && opened) {
                requirePosition();
            }
        } catch (CorruptLogException e) {
            if (opened) {
                closeAfter(e);
                throw e;
            }
            // HDFS may have opened the file while its end was being written.
        } catch (IOException | RuntimeException e) {
            closeAfter(e);
            throw e;
        }
        if (record.isEmpty() && !opened) {
            close();
            return read();
        }
        if (record.isEmpty()) {
            close();
        }
        return record;
    }

    /**
     * Checks that the position can be the end of the log. While a writer has the file open, the readable length proves nothing:
     * replicas acknowledge bytes at different times, and an unreachable one hides the bytes of the last block. The length of a
     * closed file is final until it is opened again.
     */
    private void requirePosition() throws IOException {
        scanner.requireSameLog(input);
        LogPosition next = position();
        if (input.length() >= next.offset()) {
            return;
        }
        OptionalLong length = file.closedLength();
        if (length.isPresent() && length.getAsLong() < next.offset()) {
            throw new CorruptLogException(
                    "log " + file.describe() + " ends at byte " + length.getAsLong() + ", before record "
                            + next.sequence() + " at byte " + next.offset()
                            + ": it was truncated or replaced, or a crash removed records that were not acknowledged;"
                            + " read it again from an acknowledged record",
                    next);
        }
    }

    private LogFile.Input current() throws IOException {
        if (input == null) {
            input = file.open();
        }
        return input;
    }

    private void closeAfter(Exception failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Returns the next record, or waits for it.
     *
     * @param timeout maximum wait; none if it is zero or negative, and forever above 292 years
     * @return the record; empty if none was added before the timeout
     * @throws InterruptedIOException if the thread is interrupted while it waits
     * @throws IOException as for {@link #next()}
     */
    public Optional<LogRecord> next(Duration timeout) throws IOException {
        Objects.requireNonNull(timeout, "timeout");
        // Before a record is read: an exception must not lose it.
        long limit = TimeUnit.NANOSECONDS.convert(timeout);
        long start = System.nanoTime();
        for (long poll = FIRST_POLL_MILLIS; ; poll = Math.min(LONGEST_POLL_MILLIS, 2 * poll)) {
            Optional<LogRecord> record = next();
            long waited = System.nanoTime() - start;
            if (record.isPresent() || waited >= limit) {
                return record;
            }
            Pause.millis(Math.min(poll, 1 + TimeUnit.NANOSECONDS.toMillis(limit - waited)));
        }
    }

    /**
     * Moves past corrupt bytes, to the next valid record. Use it after a {@link CorruptLogException} to read the remaining
     * records: those in between are lost.
     *
     * @return position of the record that {@link #next()} returns; empty if no valid record follows
     * @throws LogReplacedException if the file has become another log
     * @throws IOException if the file is missing or cannot be read
     */
    public Optional<LogPosition> skipCorrupt() throws IOException {
        return LogThread.run(this::skip);
    }

    private Optional<LogPosition> skip() throws IOException {
        try {
            return scanner.skip(current()) ? Optional.of(position()) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            closeAfter(e);
            throw e;
        }
    }

    /**
     * Returns the position of the next record, from which another reader can continue.
     *
     * @return number and offset of the record; the offset is 0 until the log was read
     */
    public LogPosition position() {
        return scanner.position();
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            LogFile.Input closed = input;
            input = null;
            LogThread.run(() -> {
                closed.close();
                return closed;
            });
        }
    }
}
