package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reader of the records of a segment's last use.
 *
 * <p>A commit is written after the previous one is on disk, so no commit follows one that a crash left incomplete. If another
 * commit follows an unreadable record, the disk lost the record, and reading continues with that commit. Not thread-safe.
 */
final class SegmentReader {
    private static final int STRIDE = 256 << 10;

    private final RecordCodec.Reads file;
    private final SegmentHeader header;
    private final long end;
    /** Next commit by the position of an unreadable record; cached because a segment is read several times. */
    private final Map<Long, Commit> next = new HashMap<>();

    private record Commit(long position, long sequence) {
        private static final Commit NONE = new Commit(-1, -1);
    }

    SegmentReader(RecordCodec.Reads file, long size, SegmentHeader header) {
        this.file = file;
        this.header = header;
        this.end = Math.min(size, header.size());
    }

    /**
     * Passes the records to a sink.
     *
     * @return sequence of the last record; one less than the header's first sequence without a record
     */
    long each(RecordSink sink) throws IOException {
        long position = SegmentHeader.PAGE;
        long expected = header.firstSequence();
        while (true) {
            Optional<ByteBuffer> bytes = validAt(position);
            if (bytes.isPresent() && RecordCodec.sequence(bytes.get()) == expected) {
                sink.accept(RecordCodec.decode(bytes.get()));
                expected++;
                position += RecordCodec.padded(bytes.get().limit());
                continue;
            }
            long page = (position + SegmentHeader.PAGE - 1) & -SegmentHeader.PAGE;
            if (page != position && lengthAt(position) < 0) {
                // Zeros pad a commit to the end of the page.
                position = page;
                continue;
            }
            Commit commit = commitAfter(page, expected);
            if (commit.equals(Commit.NONE)) {
                return expected - 1;
            }
            position = commit.position();
            expected = commit.sequence();
        }
    }

    private int lengthAt(long position) throws IOException {
        if (position + RecordCodec.HEADER > end) {
            return -1;
        }
        ByteBuffer head = ByteBuffer.allocate(RecordCodec.HEADER);
        file.read(head, position);
        return RecordCodec.lengthAt(head.flip(), header.epoch(), end - position);
    }

    private Optional<ByteBuffer> validAt(long position) throws IOException {
        return RecordCodec.read(file, position, header.epoch(), header.salt(), end);
    }

    private Commit commitAfter(long page, long expected) throws IOException {
        Commit known = next.get(page);
        if (known == null) {
            known = findCommit(page, expected);
            next.put(page, known);
        }
        return known;
    }

    private Commit findCommit(long page, long expected) throws IOException {
        ByteBuffer stride = ByteBuffer.allocate((int) Math.min(STRIDE, Math.max(0, end - page)));
        for (long from = page; from + RecordCodec.HEADER <= end; from += STRIDE) {
            file.read(stride.clear(), from);
            stride.flip();
            for (int at = 0; at + RecordCodec.HEADER <= stride.limit(); at += SegmentHeader.PAGE) {
                ByteBuffer head = stride.slice(at, RecordCodec.HEADER);
                boolean later = RecordCodec.lengthAt(head, header.epoch(), end - from - at) >= 0
                        && RecordCodec.beginsCommit(head)
                        && RecordCodec.sequence(head) > expected;
                if (later && validAt(from + at).isPresent()) {
                    return new Commit(from + at, RecordCodec.sequence(head));
                }
            }
        }
        return Commit.NONE;
    }
}
