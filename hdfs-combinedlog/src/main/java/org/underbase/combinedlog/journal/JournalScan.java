package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads what is in a journal's segments, in the order in which it was written. */
final class JournalScan {
    /**
     * A segment as it was found.
     *
     * @param name of its file
     * @param file open
     * @param size of the file, bytes
     * @param header of its last use; none where it was never used or the header was torn
     */
    record Found(String name, JournalFile file, long size, Optional<SegmentHeader> header) {}

    private final List<Found> used;
    private long lastSequence;
    private long lastOwned;
    private long lastEpoch;
    private long checkpoint;
    private int gaps;
    private int segments;

    private JournalScan(List<Found> used) {
        this.used = used;
    }

    static Found look(JournalDevice device, String name, UUID identity) throws IOException {
        JournalFile file = device.open(name);
        try {
            ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
            file.read(page, 0);
            long size = file.size();
            Optional<SegmentHeader> header = SegmentHeader.decode(page.flip());
            if (header.isPresent() && !header.get().journal().equals(identity)) {
                throw new IOException(
                        "segment " + name + " in " + device.describe() + " belongs to another journal: move it away");
            }
            return new Found(name, file, size, header);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Finds the last record, the last checkpoint and the gaps. */
    static JournalScan over(List<Found> found) throws IOException {
        List<Found> used = new ArrayList<>(
                found.stream().filter(each -> each.header().isPresent()).toList());
        used.sort(Comparator.comparingLong(each -> each.header().orElseThrow().epoch()));
        JournalScan scan = new JournalScan(used);
        scan.each(record -> {
            if (record.type() == RecordCodec.CHECKPOINT) {
                scan.checkpoint = Math.max(scan.checkpoint, record.payload().getLong(0));
            } else {
                scan.lastOwned = record.sequence();
            }
        });
        return scan;
    }

    Replayed replay(RecordSink sink) throws IOException {
        long[] counts = new long[2];
        each(record -> {
            if (record.type() == RecordCodec.CHECKPOINT) {
                return;
            }
            if (record.sequence() <= checkpoint) {
                counts[1]++;
            } else {
                counts[0]++;
                sink.accept(record);
            }
        });
        return new Replayed(counts[0], counts[1], segments, gaps);
    }

    private void each(RecordSink sink) throws IOException {
        gaps = 0;
        segments = 0;
        lastSequence = 0;
        for (Found segment : used) {
            SegmentHeader header = segment.header().orElseThrow();
            lastEpoch = header.epoch();
            long before = lastSequence;
            one(segment, header, sink);
            segments += lastSequence > before ? 1 : 0;
            // Older segments are used again in their order: what is before the first one that is left is durable.
            // What is missing below the checkpoint is no loss: after the end of a process its last commit is read from
            // the page cache, and a later power cut may take it, when a checkpoint covers it already.
            if (before != 0 && header.firstSequence() > Math.max(before, checkpoint) + 1) {
                gaps++;
            }
            lastSequence = Math.max(lastSequence, header.firstSequence() - 1);
        }
    }

    private void one(Found segment, SegmentHeader header, RecordSink sink) throws IOException {
        long end = Math.min(segment.size(), header.size());
        long position = SegmentHeader.PAGE;
        long expected = header.firstSequence();
        ByteBuffer head = ByteBuffer.allocate(RecordCodec.HEADER);
        while (position + RecordCodec.HEADER <= end) {
            segment.file().read(head.clear(), position);
            int length = RecordCodec.lengthAt(head.flip(), header.epoch(), end - position);
            if (length < 0) {
                long page = (position + SegmentHeader.PAGE - 1) & -SegmentHeader.PAGE;
                // Zeros up to the page's end finish a batch; anything else is where the last commit was cut.
                if (page == position) {
                    return;
                }
                position = page;
                continue;
            }
            ByteBuffer bytes = ByteBuffer.allocate(length);
            segment.file().read(bytes, position);
            if (bytes.flip().remaining() < length || !RecordCodec.sound(bytes)) {
                return;
            }
            JournalRecord record = RecordCodec.decode(bytes);
            if (record.sequence() != expected) {
                return;
            }
            expected++;
            lastSequence = record.sequence();
            sink.accept(record);
            position += RecordCodec.padded(length);
        }
    }

    long lastSequence() {
        return lastSequence;
    }

    long lastEpoch() {
        return lastEpoch;
    }

    boolean empty() {
        return lastOwned <= checkpoint;
    }
}
