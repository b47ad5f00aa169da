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
 * What a directory holds of a journal, looked at without changing anything. It may be another process's journal that is
 * written at the same moment: what is told then is of different moments. Not thread-safe.
 */
public final class JournalView implements Closeable {
    /**
     * A segment.
     *
     * @param name of its file
     * @param bytes size of the file
     * @param epoch number of its last use; 0 where it was never used, or its header was torn
     * @param firstSequence of the first record of that use; 0 where there is none
     */
    public record SegmentView(String name, long bytes, long epoch, long firstSequence) {}

    private static final int FEWEST_SEGMENTS = 3;
    private static final long SMALLEST_SEGMENT = 64 << 10;

    private final Path directory;
    private final UUID identity;
    private final List<JournalScan.Found> found;
    private final JournalScan scan;

    private JournalView(Path directory, UUID identity, List<JournalScan.Found> found, JournalScan scan) {
        this.directory = directory;
        this.identity = identity;
        this.found = found;
        this.scan = scan;
    }

    /**
     * Reads a journal.
     *
     * @param directory where it is
     * @return what was found
     * @throws IOException where there is none, or it cannot be read or is of an unknown version
     */
    public static JournalView of(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException(directory + " is not a directory");
        }
        if (!isIn(directory)) {
            throw new IOException("there is no journal in " + directory);
        }
        ReadOnlyDirectory device = new ReadOnlyDirectory(directory);
        UUID identity = Identity.of(device);
        List<JournalScan.Found> found = JournalScan.look(device, identity);
        try {
            return new JournalView(directory, identity, found, JournalScan.over(found));
        } catch (IOException e) {
            JournalScan.close(found);
            throw e;
        }
    }

    /**
     * Tells whether there is any file of a journal.
     *
     * @param directory where to look; it may not exist
     * @return whether there is one
     * @throws IOException where the directory cannot be read
     */
    public static boolean isIn(Path directory) throws IOException {
        return Files.isDirectory(directory)
                && new ReadOnlyDirectory(directory)
                        .list().stream().anyMatch(name -> name.equals(Identity.FILE) || Segment.number(name) >= 0);
    }

    /**
     * Tells which journal a directory holds.
     *
     * @param directory where to look; it may not exist
     * @return nothing where there is none, or its identity cannot be read
     * @throws IOException where the directory cannot be read, or the journal is of an unknown version
     */
    public static Optional<UUID> identityIn(Path directory) throws IOException {
        return Files.isDirectory(directory) ? Identity.peek(new ReadOnlyDirectory(directory)) : Optional.empty();
    }

    /**
     * Tells the options under which the segments that are there are used on as they are, so that emptying a journal needs no
     * room on its disk.
     *
     * @param directory of the journal
     * @return the defaults where there is no segment
     * @throws IOException where the directory cannot be read
     */
    public static JournalOptions layout(Path directory) throws IOException {
        JournalOptions usual = JournalOptions.defaults();
        List<Long> sizes = new ArrayList<>();
        for (String name : new ReadOnlyDirectory(directory).list()) {
            if (Segment.number(name) >= 0) {
                sizes.add(Files.size(directory.resolve(name)) & -SegmentHeader.PAGE);
            }
        }
        if (sizes.isEmpty()) {
            return usual;
        }
        long smallest = Math.max(SMALLEST_SEGMENT, Collections.min(sizes));
        return new JournalOptions(
                Math.max(FEWEST_SEGMENTS, sizes.size()),
                smallest,
                Math.max(smallest, Collections.max(sizes)),
                usual.segmentTime(),
                (int) (Math.min(usual.bufferBytes(), smallest / 4) & -SegmentHeader.PAGE),
                usual.gather(),
                usual.linger(),
                usual.roomWait(),
                usual.retry());
    }

    /**
     * Tells where it is.
     *
     * @return the directory
     */
    public Path directory() {
        return directory;
    }

    /**
     * Tells which journal it is.
     *
     * @return what was drawn when it was made
     */
    public UUID identity() {
        return identity;
    }

    /**
     * Tells its segments.
     *
     * @return those that were used in the order of their use, then the others by name
     */
    public List<SegmentView> segments() {
        return found.stream()
                .map(each -> new SegmentView(
                        each.name(),
                        each.size(),
                        each.header().map(SegmentHeader::epoch).orElse(0L),
                        each.header().map(SegmentHeader::firstSequence).orElse(0L)))
                .sorted(Comparator.comparingLong(
                                (SegmentView each) -> each.epoch() == 0 ? Long.MAX_VALUE : each.epoch())
                        .thenComparing(SegmentView::name))
                .toList();
    }

    /**
     * Tells whether there is nothing to replay.
     *
     * @return true after a clean close
     */
    public boolean empty() {
        return scan.empty();
    }

    /**
     * Says how far the log is known to have been on disk: where it is not, there is a gap.
     *
     * @param upTo sequence of a record
     */
    public void expect(long upTo) {
        scan.expect(upTo);
    }

    /**
     * Tells the number of the last record.
     *
     * @return its sequence; 0 where there never was one
     */
    public long lastSequence() {
        return scan.lastSequence();
    }

    /**
     * Hands out the records that are not durable elsewhere, in their order. May be called again.
     *
     * @param sink gets each
     * @return what was found
     * @throws IOException where the journal cannot be read or the sink throws
     */
    public Replayed pending(RecordSink sink) throws IOException {
        return scan.replay(sink);
    }

    @Override
    public void close() throws IOException {
        JournalScan.close(found);
    }
}
