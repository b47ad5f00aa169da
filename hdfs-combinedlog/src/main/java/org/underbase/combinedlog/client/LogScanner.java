package org.underbase.combinedlog.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.underbase.combinedlog.client.LogFormat.Header;
import org.underbase.combinedlog.client.LogFormat.Identity;

/**
 * Sequential read of a log's records from one opened content to the next. A crash of the writer leaves a prefix of what it
 * wrote, so only an incomplete record at the end of the content is the remains of a crash. When a log is continued, a
 * {@linkplain LogFormat#RESUME resume} record follows. Everything else that is invalid is corruption.
 */
final class LogScanner {
    /** Length of a part of the file that is searched for records, in bytes. */
    private static final int WINDOW = 1 << 20;
    /** Limit of crashes in a row while a log was continued. */
    private static final int MOST_CRASHES = 1000;

    private final String file;
    private Identity identity;
    private long sequence;
    private long offset;

    /** @param from position of the first record to return; offset 0 for the first record of the log */
    LogScanner(String file, LogPosition from) {
        this.file = file;
        this.sequence = from.sequence();
        this.offset = from.offset();
    }

    /** Returns the position at which the next record is expected. */
    LogPosition position() {
        return new LogPosition(sequence, offset);
    }

    /** Returns the identity of the log; empty until its header was read. */
    Optional<Identity> identity() {
        return Optional.ofNullable(identity);
    }

    /**
     * Returns the next record. After an exception, the position is unchanged.
     *
     * @return the record; empty at the end of the content
     * @throws CorruptLogException if the record is corrupt
     * @throws LogReplacedException if the record is not valid in this log, and the content is another log
     */
    Optional<LogRecord> next(LogFile.Input input) throws IOException {
        if (!readFileHeader(input)) {
            return Optional.empty();
        }
        while (true) {
            Optional<Header> header = header(input, offset);
            Optional<byte[]> payload = header.isPresent() ? payload(input, header.get()) : Optional.empty();
            if (payload.isPresent() && header.get().sequence() == sequence) {
                if (header.get().type() == LogFormat.DATA) {
                    LogRecord record = new LogRecord(position(), payload.get());
                    sequence++;
                    offset = header.get().end();
                    return Optional.of(record);
                }
                requireResume(header.get());
                offset = header.get().end();
            } else if (!resume(input)) {
                requireIncomplete(input, header, payload);
                return Optional.empty();
            }
        }
    }

    /** Verifies all records up to the end of the content, which becomes the position. */
    void readToEnd(LogFile.Input input) throws IOException {
        boolean more = true;
        while (more) {
            more = next(input).isPresent();
        }
    }

    /** Reads the file header unless it is known; false if it is incomplete. */
    private boolean readFileHeader(LogFile.Input input) throws IOException {
        if (identity == null) {
            identity = findIdentity(input).orElse(null);
            if (identity != null && offset == 0) {
                offset = identity.firstRecord();
            }
        }
        return identity != null;
    }

    /** Reads the file header; empty if it is incomplete. */
    private Optional<Identity> findIdentity(LogFile.Input input) throws IOException {
        for (long at = 0; at < LogFormat.LAST_FILE_HEADER; at += LogFormat.FILE_HEADER) {
            long length = Math.min(LogFormat.FILE_HEADER, input.length() - at);
            if (length <= 0) {
                return Optional.empty();
            }
            byte[] bytes = new byte[(int) length];
            input.read(at, bytes);
            Optional<Identity> found = LogFormat.decodeFileHeader(bytes, at, file);
            if (found.isPresent()) {
                return found;
            }
        }
        throw new IOException(
                "not a log: " + file + " has no file header in its first " + LogFormat.LAST_FILE_HEADER + " bytes");
    }

    /**
     * Checks that the content is not another log than the one that was read so far. Passes while the header of the other log is
     * incomplete.
     *
     * @throws LogReplacedException if it is another log
     */
    void requireSameLog(LogFile.Input input) throws IOException {
        if (identity != null && !findIdentity(input).orElse(identity).equals(identity)) {
            throw new LogReplacedException("log " + file + " was replaced by another log after byte " + offset
                    + " was read: read the new log by a new reader");
        }
    }

    private Optional<Header> header(LogFile.Input input, long at) throws IOException {
        if (input.length() - at < LogFormat.RECORD_HEADER) {
            return Optional.empty();
        }
        byte[] bytes = new byte[LogFormat.RECORD_HEADER];
        input.read(at, bytes);
        return LogFormat.decodeHeader(bytes, 0, at, identity.salt());
    }

    /** Returns the payload of a record; empty if it is incomplete or does not match its checksum. */
    private Optional<byte[]> payload(LogFile.Input input, Header header) throws IOException {
        if (header.end() > input.length()) {
            return Optional.empty();
        }
        byte[] payload = new byte[header.payloadBytes()];
        input.read(header.offset() + LogFormat.RECORD_HEADER, payload);
        return header.covers(payload, identity.salt()) ? Optional.of(payload) : Optional.empty();
    }

    private void requireResume(Header header) throws IOException {
        if (header.type() != LogFormat.RESUME) {
            throw new IOException("unsupported record of type " + header.type() + " at byte " + offset + " of " + file
                    + ": use a later version of Underbase");
        }
    }

    /** Moves past the remains of an interrupted write; false if the log was not continued after them. */
    private boolean resume(LogFile.Input input) throws IOException {
        long from = offset;
        Optional<Header> found = search(input, header -> {
            if (header.type() != LogFormat.RESUME || header.sequence() != sequence) {
                return false;
            }
            Optional<byte[]> skipped = payload(input, header);
            return skipped.isPresent() && ByteBuffer.wrap(skipped.get()).getLong() == from;
        });
        found.ifPresent(header -> offset = header.end());
        return found.isPresent();
    }

    private void requireIncomplete(LogFile.Input input, Optional<Header> header, Optional<byte[]> payload)
            throws IOException {
        // A complete record with another number is not the remains of a crash.
        boolean complete = header.isPresent() && payload.isPresent();
        long recordEnd = header.isPresent() ? header.get().end() : offset + LogFormat.RECORD_HEADER;
        if (complete || !isRemainsOfCrash(input, recordEnd, input.length(), 0)) {
            requireSameLog(input);
            throw new CorruptLogException(
                    "corrupt log " + file + ": record " + sequence + " at byte " + offset
                            + " is invalid; LogReader.skipCorrupt finds the next valid record",
                    position());
        }
    }

    /**
     * Checks whether crashes can have left the bytes from the current position to an end: a part of a record, then a part of one
     * resume record for each crash while the log was continued. The content of a resume record is known.
     */
    private boolean isRemainsOfCrash(LogFile.Input input, long recordEnd, long end, int depth) throws IOException {
        if (end < recordEnd) {
            return true;
        }
        if (depth == MOST_CRASHES) {
            return false;
        }
        byte[] tail = new byte[(int) Math.min(end - offset, LogFormat.RESUME_RECORD - 1)];
        input.read(end - tail.length, tail);
        for (int i = tail.length - 1; i >= 0; i--) {
            long at = end - tail.length + i;
            byte[] resume = LogFormat.resume(new LogPosition(sequence, at), offset, identity.salt());
            if (Arrays.equals(tail, i, tail.length, resume, 0, tail.length - i)
                    && isRemainsOfCrash(input, recordEnd, at, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Moves to the next valid data record after the current position; false without one. */
    boolean skip(LogFile.Input input) throws IOException {
        if (!readFileHeader(input)) {
            return false;
        }
        Optional<Header> found = search(
                input,
                header -> header.type() == LogFormat.DATA
                        && header.sequence() >= sequence
                        && payload(input, header).isPresent());
        if (found.isEmpty()) {
            requireSameLog(input);
        }
        found.ifPresent(header -> {
            sequence = header.sequence();
            offset = header.offset();
        });
        return found.isPresent();
    }

    private interface Condition {
        boolean holds(Header header) throws IOException;
    }

    /** Finds the first valid header after the current position that satisfies a condition. */
    private Optional<Header> search(LogFile.Input input, Condition condition) throws IOException {
        long last = input.length() - LogFormat.RECORD_HEADER;
        for (long at = offset + 1; at <= last; at += WINDOW) {
            // The windows overlap, so that each header is in one of them.
            byte[] window = new byte[(int) Math.min(WINDOW + LogFormat.RECORD_HEADER - 1L, input.length() - at)];
            input.read(at, window);
            ByteBuffer bytes = ByteBuffer.wrap(window);
            for (int i = 0; i + LogFormat.RECORD_HEADER <= window.length; i++) {
                if (bytes.getInt(i) == LogFormat.RECORD_MAGIC) {
                    Optional<Header> header = LogFormat.decodeHeader(window, i, at + i, identity.salt());
                    if (header.isPresent() && condition.holds(header.get())) {
                        return header;
                    }
                }
            }
        }
        return Optional.empty();
    }
}
