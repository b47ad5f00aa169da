package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Read-only view of a journal. Another process may write the journal concurrently; the values then differ in time. Not
 * thread-safe.
 */
public final class JournalView implements Closeable {
    /**
     * Header values of a segment.
     *
     * @param name file name
     * @param bytes size of the file, in bytes
     * @param epoch number of its last use; 0 if it was never used or its header is corrupt
     * @param firstSequence sequence of the first record of that use; 0 without one
     * @param state whether a replay needs its records
     */
    public record SegmentView(String name, long bytes, long epoch, long firstSequence, State state) {}

    /** State of a segment. */
    public enum State {
        /** No replay needs its records. */
        FREE,
        /** It contains records of the last run that are not durable elsewhere. */
        ACTIVE,
        /** It contains records of an earlier run, which the last run has replayed, but not yet made durable elsewhere. */
        KEPT
    }

    private static final int MIN_SEGMENTS = 3;
    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private final Path directory;
    private final UUID id;
    private final List<JournalScan.Found> found;
    private final JournalScan scan;

    private JournalView(Path directory, UUID id, List<JournalScan.Found> found, JournalScan scan) {
        this.directory = directory;
        this.id = id;
        this.found = found;
        this.scan = scan;
    }

    /**
     * Opens a journal for reading.
     *
     * @param directory directory of the journal
     * @return the view
     * @throws IOException if there is no journal, it cannot be read or it has an unknown version
     */
    public static JournalView of(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException(directory + " is not a directory");
        }
        if (!isIn(directory)) {
            throw new IOException("no journal in " + directory);
        }
        ReadOnlyDirectory device = new ReadOnlyDirectory(directory);
        UUID id = JournalId.of(device);
        List<JournalScan.Found> found = JournalScan.readHeaders(device, id);
        boolean complete = false;
        try {
            JournalView view = new JournalView(directory, id, found, JournalScan.of(found, EmptyMark.read(device, id)));
            complete = true;
            return view;
        } finally {
            if (!complete) {
                JournalScan.close(found);
            }
        }
    }

    /**
     * Reports whether a directory contains any file of a journal.
     *
     * @param directory directory to read; may be missing
     * @return whether it contains one
     * @throws IOException if the directory cannot be read
     */
    public static boolean isIn(Path directory) throws IOException {
        return Files.isDirectory(directory)
                && new ReadOnlyDirectory(directory)
                        .list().stream().anyMatch(name -> name.equals(JournalId.FILE) || Segment.number(name) >= 0);
    }

    /**
     * Reads the journal ID.
     *
     * @param directory directory to read; may be missing
     * @return the ID; empty if there is no journal or its ID is corrupt
     * @throws IOException if the directory cannot be read or the journal has an unknown version
     */
    public static Optional<UUID> idIn(Path directory) throws IOException {
        return Files.isDirectory(directory) ? JournalId.peek(new ReadOnlyDirectory(directory)) : Optional.empty();
    }

    /**
     * Returns options that reuse the existing segments unchanged, so that emptying a journal needs no disk space.
     *
     * @param directory directory of the journal
     * @return the options; the defaults without a segment
     * @throws IOException if the directory cannot be read
     */
    public static JournalOptions layout(Path directory) throws IOException {
        JournalOptions defaults = JournalOptions.defaults();
        List<Long> sizes = new ArrayList<>();
        for (String name : new ReadOnlyDirectory(directory).list()) {
            if (Segment.number(name) >= 0) {
                sizes.add(Files.size(directory.resolve(name)) & -SegmentHeader.PAGE);
            }
        }
        if (sizes.isEmpty()) {
            return defaults;
        }
        long smallest = Math.max(MIN_SEGMENT_BYTES, Collections.min(sizes));
        return defaults.withLayout(
                Math.max(MIN_SEGMENTS, sizes.size()), smallest, Math.max(smallest, Collections.max(sizes)), (int)
                        (Math.min(defaults.bufferBytes(), smallest / 4) & -SegmentHeader.PAGE));
    }

    /**
     * Returns the directory.
     *
     * @return directory of the journal
     */
    public Path directory() {
        return directory;
    }

    /**
     * Returns the journal ID.
     *
     * @return random UUID, generated when the journal was created
     */
    public UUID id() {
        return id;
    }

    /**
     * Returns the segments.
     *
     * @return used segments in the order of their use, then the others by name
     */
    public List<SegmentView> segments() {
        List<JournalScan.Pending> pending = scan.pending();
        // A run begins with a segment whose epoch is 2 more than that of the segment before.
        long firstOfRun = 0;
        for (int i = 1; i < pending.size(); i++) {
            if (pending.get(i).epoch() > pending.get(i - 1).epoch() + 1) {
                firstOfRun = pending.get(i).epoch();
            }
        }
        long begin = firstOfRun;
        return found.stream()
                .map(each -> new SegmentView(
                        each.name(),
                        each.size(),
                        each.header().epoch(),
                        each.header().firstSequence(),
                        state(each, begin)))
                .sorted(Comparator.comparingLong(
                                (SegmentView each) -> each.epoch() == 0 ? Long.MAX_VALUE : each.epoch())
                        .thenComparing(SegmentView::name))
                .toList();
    }

    private State state(JournalScan.Found segment, long firstOfRun) {
        if (scan.pending().stream().noneMatch(each -> each.name().equals(segment.name()))) {
            return State.FREE;
        }
        return segment.header().epoch() < firstOfRun ? State.KEPT : State.ACTIVE;
    }

    /**
     * Reports whether a replay would return no record.
     *
     * @return true after a clean close
     */
    public boolean empty() {
        return scan.empty();
    }

    /**
     * Sets a lower bound of the last record on disk. If the log ends before it, there is a gap.
     *
     * @param upTo sequence of a record
     */
    public void expect(long upTo) {
        scan.expect(upTo);
    }

    /**
     * Returns the sequence of the last record.
     *
     * @return sequence; 0 without a record
     */
    public long lastSequence() {
        return scan.lastSequence();
    }

    /**
     * Passes the records that are not yet durable elsewhere to a sink, in order. May be repeated.
     *
     * @param sink receiver of each record
     * @return counts of the records that were read
     * @throws IOException if the journal cannot be read, or by the sink
     */
    public Replayed pending(RecordSink sink) throws IOException {
        return scan.replay(sink);
    }

    @Override
    public void close() throws IOException {
        JournalScan.close(found);
    }
}
