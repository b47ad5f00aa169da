package org.underbase.htfs.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;

/**
 * Reader that merges the events of several segments by their wall-clock starts.
 *
 * <p>It first reads the headers of all blocks. It opens a block when the merge reaches the block's earliest start, and
 * closes it after its last event. The order is exact while overlapping blocks have at most {@link #MAX_OPEN} events
 * together. Otherwise a block waits until another one is closed, and its events come late. Clocks of different hosts are
 * not corrected. Not thread-safe.
 */
public final class OrderedReader implements TraceEvents {
    private static final long BYTES_PER_EVENT = 120;

    /** Maximum number of events in open blocks; they use at most a quarter of the heap. */
    static final long MAX_OPEN =
            Math.min(1 << 22, Math.max(Layout.MAX_EVENTS, Runtime.getRuntime().maxMemory() / 4 / BYTES_PER_EVENT));

    private final Configuration conf;
    private final ReadReport report = new ReadReport();
    private final long maxOpen;
    private final List<Place> places = new ArrayList<>();
    private final PriorityQueue<BlockCursor> open =
            new PriorityQueue<>(Comparator.comparingLong(BlockCursor::startNanos));
    private int nextPlace;
    private long openEvents;
    private BlockCursor current;

    /** Position and earliest start of a block. */
    private record Place(TraceSlice slice, long firstStart, int events) {}

    private OrderedReader(Configuration conf, long maxOpen) {
        this.conf = conf;
        this.maxOpen = maxOpen;
    }

    /**
     * Opens segments.
     *
     * @param conf configuration of the file systems
     * @param slices the segments
     * @return the reader
     * @throws TraceFormatException if a file is not a trace or has a newer version
     */
    public static OrderedReader open(Configuration conf, List<TraceSlice> slices) throws IOException {
        return open(conf, slices, Long.MIN_VALUE, Long.MAX_VALUE, MAX_OPEN);
    }

    /**
     * Opens segments and skips the blocks in which no event starts within a time range.
     *
     * @param conf configuration of the file systems
     * @param slices the segments
     * @param fromNanos start of the range, in nanoseconds since the epoch
     * @param toNanos end of the range, in nanoseconds since the epoch
     * @return the reader
     */
    public static OrderedReader open(Configuration conf, List<TraceSlice> slices, long fromNanos, long toNanos)
            throws IOException {
        return open(conf, slices, fromNanos, toNanos, MAX_OPEN);
    }

    static OrderedReader open(Configuration conf, List<TraceSlice> slices, long fromNanos, long toNanos, long maxOpen)
            throws IOException {
        OrderedReader reader = new OrderedReader(conf, maxOpen);
        for (TraceSlice slice : slices) {
            reader.scan(slice, fromNanos, toNanos);
        }
        reader.places.sort(Comparator.comparingLong(Place::firstStart));
        return reader;
    }

    private void scan(TraceSlice slice, long fromNanos, long toNanos) throws IOException {
        try (SegmentReader segment = TraceFiles.open(conf, slice)) {
            for (Optional<BlockHeader> next = segment.nextHeader(); next.isPresent(); next = segment.nextHeader()) {
                BlockHeader block = next.get();
                if (!block.end() && block.lastStart() >= fromNanos && block.firstStart() <= toNanos) {
                    long at = segment.position() - block.length();
                    places.add(new Place(new TraceSlice(slice.path(), at, at + 1), block.firstStart(), block.events()));
                }
            }
            report.add(segment.report());
        }
    }

    @Override
    public boolean next() throws IOException {
        if (current != null) {
            if (current.next()) {
                open.add(current);
            } else {
                openEvents -= current.header().events();
            }
            current = null;
        }
        while (nextPlace < places.size() && mayOpen(places.get(nextPlace))) {
            openNext();
        }
        current = open.poll();
        return current != null;
    }

    private boolean mayOpen(Place place) {
        if (open.isEmpty()) {
            return true;
        }
        return place.firstStart() <= open.peek().startNanos() && openEvents + place.events() <= maxOpen;
    }

    private void openNext() throws IOException {
        Place place = places.get(nextPlace++);
        try (SegmentReader segment = TraceFiles.open(conf, place.slice())) {
            Optional<BlockCursor> block = segment.next();
            if (block.isPresent() && block.get().next()) {
                open.add(block.get());
                openEvents += block.get().header().events();
            } else {
                report.unreadable(segment.report(), place.events());
            }
        }
    }

    @Override
    public TraceEvent event() {
        if (current == null) {
            throw new IllegalStateException("next() has not returned true");
        }
        return current;
    }

    @Override
    public ReadReport report() {
        return report;
    }

    @Override
    public void close() {
        open.clear();
        places.clear();
    }
}
