package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reader of a journal's segments in the order in which they were written. */
final class JournalScan {
    /**
     * Segment file with its header page.
     *
     * @param name file name
     * @param file open file
     * @param size size of the file, in bytes
     * @param header header of its last use; {@link SegmentHeader#NONE} if it was never used or the header is corrupt
     * @param nextEpoch epoch of the segment that is known to follow; 0 if unknown
     * @param unsupported why this release cannot read the segment; empty if it can
     */
    record Found(String name, JournalFile file, long size, SegmentHeader header, long nextEpoch, String unsupported) {
        boolean isUsed() {
            return header.isValid();
        }

        boolean isSupported() {
            return unsupported.isEmpty();
        }
    }

    /** Segment that contains records. */
    private static final class Used {
        private final Found found;
        private final SegmentHeader header;
        private final SegmentReader reader;
        private long lastSequence;

        Used(Found found) {
            this.found = found;
            this.header = found.header();
            this.reader = new SegmentReader(found.file(), found.size(), header);
        }
    }

    private final List<Used> used;
    private final Set<String> pending = new HashSet<>();
    private long lastSequence;
    private long lastOwned;
    private long lastEpoch;
    private long checkpoint;
    private long expectedLast;
    private final List<String> gaps = new ArrayList<>();
    private int segments;

    private JournalScan(List<Used> used) {
        this.used = used;
    }

    private static Found readHeader(JournalDevice device, String name, UUID id) throws IOException {
        JournalFile file = device.open(name);
        boolean complete = false;
        try {
            ByteBuffer page = ByteBuffer.allocate(SegmentHeader.PAGE);
            file.read(page, 0);
            long size = file.size();
            SegmentHeader header = SegmentHeader.NONE;
            String unsupported = "";
            try {
                header = SegmentHeader.decode(page.flip()).orElse(SegmentHeader.NONE);
            } catch (UnknownVersionException e) {
                unsupported = e.getMessage();
            }
            boolean used = header.isValid();
            if (used && !header.journal().equals(id)) {
                throw new IOException(
                        "segment " + name + " in " + device.describe() + " belongs to another journal: move it away");
            }
            long nextEpoch =
                    used ? NextSegmentPointer.decode(page, header.epoch()).orElse(0) : 0;
            Found result = new Found(name, file, size, header, nextEpoch, unsupported);
            complete = true;
            return result;
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    /** Opens all segments of a journal; the caller closes them. */
    static List<Found> readHeaders(JournalDevice device, UUID id) throws IOException {
        List<Found> found = new ArrayList<>();
        boolean complete = false;
        try {
            for (String name : device.list()) {
                if (Segment.number(name) >= 0) {
                    found.add(readHeader(device, name, id));
                }
            }
            checkCopies(device, found);
            complete = true;
            return found;
        } finally {
            if (!complete) {
                close(found);
            }
        }
    }

    /** The records of a copy would be read twice. */
    private static void checkCopies(JournalDevice device, List<Found> found) throws IOException {
        Map<Long, String> names = new HashMap<>();
        found.sort(Comparator.comparingLong(each -> Segment.number(each.name())));
        for (Found each : found) {
            String other = each.isUsed() ? names.put(each.header().epoch(), each.name()) : null;
            if (other != null) {
                throw new IOException(other + " and " + each.name() + " in " + device.describe()
                        + " are copies of one segment, epoch " + each.header().epoch() + ": move one of them away");
            }
        }
    }

    static void close(List<Found> found) throws IOException {
        JournalFiles.close(found.stream().map(Found::file).toList());
    }

    /**
     * Finds the last record, the last checkpoint and the gaps.
     *
     * @param found segments
     * @param empty mark of an empty journal, whose segments may be in an unknown format
     * @throws UnknownVersionException if this release cannot read a segment that may contain records
     */
    static JournalScan of(List<Found> found, Optional<EmptyMark> empty) throws IOException {
        Optional<Found> unsupported =
                found.stream().filter(each -> !each.isSupported()).findFirst();
        if (unsupported.isPresent()) {
            return ofEmpty(empty.orElseThrow(
                    () -> new UnknownVersionException(unsupported.get().unsupported())));
        }
        List<Used> used = new ArrayList<>(
                found.stream().filter(Found::isUsed).map(Used::new).toList());
        used.sort(Comparator.comparingLong(each -> each.header.epoch()));
        JournalScan scan = new JournalScan(used);
        scan.survey();
        return scan;
    }

    private static JournalScan ofEmpty(EmptyMark mark) {
        JournalScan scan = new JournalScan(List.of());
        scan.lastSequence = mark.sequence();
        scan.checkpoint = mark.sequence();
        scan.lastEpoch = mark.epoch();
        return scan;
    }

    /** Range of missing sequences. */
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
            // A segment is reused after a checkpoint on disk covers its records.
            add(missing, 1, used.get(0).header.firstSequence() - 1);
        }
        // Missing records below the checkpoint are no loss: after a process exit, the last commit is read from the page
        // cache, and a later power failure may lose it although a checkpoint covers it.
        missing.stream().filter(range -> range.last() > checkpoint).forEach(range -> gaps.add(range.toString()));
        checkEnd();
        for (Used each : used) {
            if (each.lastSequence > checkpoint) {
                pending.add(each.found.name());
            }
        }
    }

    /** Detects a missing end by the file size and the next-segment pointer, because no later record reveals it. */
    private void checkEnd() {
        if (used.isEmpty()) {
            return;
        }
        Found last = used.get(used.size() - 1).found;
        long expected = last.header().size();
        if (last.size() < expected) {
            gaps.add(last.name() + " has " + last.size() + " of its " + expected + " bytes");
        } else if (used.stream().anyMatch(each -> each.found.nextEpoch() > lastEpoch)) {
            gaps.add("the segment after " + last.name());
        }
    }

    /**
     * Sets a lower bound of the last record on disk. If the log ends before it, there is a gap at the end.
     *
     * @param sequence sequence of a record
     */
    void expect(long sequence) {
        expectedLast = Math.max(expectedLast, sequence);
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

    /** Describes the missing records. */
    List<String> missing() {
        List<String> all = new ArrayList<>(gaps);
        if (lastSequence < expectedLast) {
            all.add(new Range(lastSequence + 1, expectedLast).toString());
        }
        return all;
    }

    /** Returns the names of the segments with records that a replay needs. */
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
