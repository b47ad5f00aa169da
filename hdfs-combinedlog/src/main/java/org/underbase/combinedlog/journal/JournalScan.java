package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
     * @param successor epoch of the segment that is known to follow
     */
    record Found(String name, JournalFile file, long size, Optional<SegmentHeader> header, OptionalLong successor) {}

    /** A segment that was used, and what of it was read. */
    private static final class Used {
        private final Found found;
        private final SegmentHeader header;
        private final SegmentReader reader;
        private long lastSequence;

        Used(Found found) {
            this.found = found;
            this.header = found.header().orElseThrow();
            this.reader = new SegmentReader(found.file(), found.size(), header);
        }
    }

    private final List<Used> used;
    private final Set<String> pending = new HashSet<>();
    private long lastSequence;
    private long lastOwned;
    private long lastEpoch;
    private long checkpoint;
    private long promised;
    private final List<String> gaps = new ArrayList<>();
    private int segments;

    private JournalScan(List<Used> used) {
        this.used = used;
    }

    private static Found look(JournalDevice device, String name, UUID identity) throws IOException {
        JournalFile file = device.open(name);
        try {
            ByteBuffer page = ByteBuffer.allocate(SegmentHeader.PAGE);
            file.read(page, 0);
            long size = file.size();
            Optional<SegmentHeader> header = SegmentHeader.decode(page.flip());
            if (header.isPresent() && !header.get().journal().equals(identity)) {
                throw new IOException(
                        "segment " + name + " in " + device.describe() + " belongs to another journal: move it away");
            }
            OptionalLong successor =
                    header.isPresent() ? Successor.decode(page, header.get().epoch()) : OptionalLong.empty();
            return new Found(name, file, size, header, successor);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** All segments of a journal; to be closed by the caller. */
    static List<Found> look(JournalDevice device, UUID identity) throws IOException {
        List<Found> found = new ArrayList<>();
        try {
            for (String name : device.list()) {
                if (Segment.number(name) >= 0) {
                    found.add(look(device, name, identity));
                }
            }
            return found;
        } catch (IOException e) {
            close(found);
            throw e;
        }
    }

    static void close(List<Found> found) throws IOException {
        for (Found each : found) {
            each.file().close();
        }
    }

    /** Finds the last record, the last checkpoint and the gaps. */
    static JournalScan over(List<Found> found) throws IOException {
        List<Used> used = new ArrayList<>(found.stream()
                .filter(each -> each.header().isPresent())
                .map(Used::new)
                .toList());
        used.sort(Comparator.comparingLong(each -> each.header.epoch()));
        JournalScan scan = new JournalScan(used);
        scan.survey();
        return scan;
    }

    /** Sequences of records that are not there. */
    private record Range(long first, long last) {
        @Override
        public String toString() {
            return first == last ? "record " + first : "records " + first + " to " + last;
        }
    }

    private static void add(List<Range> ranges, long first, long last) {
        if (first <= last) {
            ranges.add(new Range(first, last));
        }
    }

    private void survey() throws IOException {
        List<Range> missing = new ArrayList<>();
        for (Used each : used) {
            lastEpoch = each.header.epoch();
            if (!each.equals(used.get(0))) {
                add(missing, lastSequence + 1, each.header.firstSequence() - 1);
            }
            lastSequence = Math.max(lastSequence, each.header.firstSequence() - 1);
            each.lastSequence = each.reader.each(record -> {
                add(missing, lastSequence + 1, record.sequence() - 1);
                lastSequence = record.sequence();
                if (record.type() == RecordCodec.CHECKPOINT) {
                    checkpoint = Math.max(checkpoint, record.payload().getLong(0));
                } else {
                    lastOwned = record.sequence();
                }
            });
            segments += each.lastSequence >= each.header.firstSequence() ? 1 : 0;
        }
        if (!used.isEmpty()) {
            // A segment is used again when it is known on disk that what it holds is durable.
            add(missing, 1, used.get(0).header.firstSequence() - 1);
        }
        // What is missing below the checkpoint is no loss: after the end of a process its last commit is read from the
        // page cache, and a later power cut may take it, when a checkpoint covers it already.
        missing.stream().filter(range -> range.last() > checkpoint).forEach(range -> gaps.add(range.toString()));
        lookAtTheEnd();
        for (Used each : used) {
            if (each.lastSequence > checkpoint) {
                pending.add(each.found.name());
            }
        }
    }

    /** Nothing follows on the last segment that could tell of it, but what it and the one before say themselves. */
    private void lookAtTheEnd() {
        if (used.isEmpty()) {
            return;
        }
        Found last = used.get(used.size() - 1).found;
        long whole = last.header().orElseThrow().size();
        if (last.size() < whole) {
            gaps.add(last.name() + " has " + last.size() + " of its " + whole + " bytes");
        } else if (used.stream().anyMatch(each -> each.found.successor().orElse(0) > lastEpoch)) {
            gaps.add("the segment after " + last.name());
        }
    }

    /**
     * Says how far the log is known to have been on disk. Where it is not, there is a gap at its end.
     *
     * @param sequence of a record
     */
    void expect(long sequence) {
        promised = Math.max(promised, sequence);
    }

    Replayed replay(RecordSink sink) throws IOException {
        long[] counts = new long[2];
        for (Used each : used) {
            each.reader.each(record -> {
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
        }
        return new Replayed(counts[0], counts[1], segments, missing());
    }

    /** Where records are missing, in words. */
    List<String> missing() {
        List<String> all = new ArrayList<>(gaps);
        if (lastSequence < promised) {
            all.add(new Range(lastSequence + 1, promised).toString());
        }
        return all;
    }

    /** Names of the segments with records that a replay needs. */
    Set<String> pending() {
        return pending;
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
