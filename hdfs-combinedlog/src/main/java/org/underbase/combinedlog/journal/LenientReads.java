package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads of a segment in which a few unreadable pages count as zeros, so that a bad sector affects only the records in these pages.
 * Every other failure is thrown: the next attempt may succeed. Not thread-safe.
 */
final class LenientReads implements RecordCodec.Reads {
    /** More unreadable pages are the failure of a disk or its controller, and not of sectors. */
    private static final int MAX_PAGES = 16;

    private static final int TRIES = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final JournalFile file;
    private final NavigableSet<Long> unreadable = new TreeSet<>();
    private String cause = "";
    /** Whether the segment was surveyed: no page that was readable then may count as zeros. */
    private boolean surveyed;

    LenientReads(JournalFile file) {
        this.file = file;
    }

    @Override
    public void read(ByteBuffer buffer, long position) throws IOException {
        int start = buffer.position();
        try {
            file.read(buffer, position);
            return;
        } catch (IOException e) {
            requireBadSector(e);
        }
        buffer.position(start);
        int limit = buffer.limit();
        long at = position;
        while (buffer.hasRemaining()) {
            long page = at & -SegmentHeader.PAGE;
            int begin = buffer.position();
            int count = (int) Math.min(limit - begin, page + SegmentHeader.PAGE - at);
            buffer.limit(begin + count);
            readPage(buffer, at, page);
            buffer.limit(limit);
            if (buffer.position() < begin + count) {
                return;
            }
            at += count;
        }
    }

    private void readPage(ByteBuffer buffer, long position, long page) throws IOException {
        int begin = buffer.position();
        for (int tries = unreadable.contains(page) ? 1 : TRIES; ; tries--) {
            try {
                file.read(buffer.position(begin), position);
                return;
            } catch (IOException e) {
                requireBadSector(e);
                if (tries <= 1) {
                    unreadable(page, e);
                    buffer.position(begin).put(new byte[buffer.remaining()]);
                    return;
                }
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    private void unreadable(long page, IOException failure) throws IOException {
        if (unreadable.contains(page)) {
            return;
        }
        if (surveyed || page == 0 || unreadable.size() >= MAX_PAGES) {
            throw failure;
        }
        unreadable.add(page);
        cause = failure.getMessage();
    }

    /** Only the error of a bad sector lasts. */
    private static void requireBadSector(IOException failure) throws IOException {
        if (!String.valueOf(failure.getMessage()).startsWith("Input/output error")) {
            throw failure;
        }
    }

    /** Ends the survey. */
    void surveyed() {
        surveyed = true;
    }

    /** Whether a page was unreadable. */
    boolean isDamaged() {
        return !unreadable.isEmpty();
    }

    /** Returns the maximum number of records in the unreadable pages. */
    long maxRecords() {
        return unreadable.size() * (long) (SegmentHeader.PAGE / RecordCodec.HEADER);
    }

    /** Describes the unreadable pages in one line. */
    String damage() {
        return unreadable.size() + " unreadable pages from byte " + unreadable.first() + ": " + cause;
    }
}
