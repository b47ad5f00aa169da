package org.underbase.htfs.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the events of all segments together, in the order of their starts by the wall clock.
 *
 * <p>First the headers of all blocks are read; then a block is opened when the time has come to its earliest start, and
 * kept until its last event. The order is exact as long as the blocks that overlap in time have no more than {@link
 * #MAX_OPEN} events together; beyond that a block is opened only when another one ends, and its events may come late by
 * as much as that takes. Clocks of different hosts are taken as they are. Not thread-safe.
 */
public final class OrderedReader implements TraceEvents {
    private static final long BYTES_AN_EVENT = 120;

    /** Events of open blocks held at a time; they take a quarter of the heap at most. */
    static final long MAX_OPEN =
            Math.min(1 << 22, Math.max(Layout.MAX_EVENTS, Runtime.getRuntime().maxMemory() / 4 / BYTES_AN_EVENT));

    private final Configuration conf;
    private final ReadReport report = new ReadReport();
    private final long maxOpen;
    private final List<Place> places = new ArrayList<>();
    private final PriorityQueue<BlockCursor> open =
            new PriorityQueue<>(Comparator.comparingLong(BlockCursor::startNanos));
    private int nextPlace;
    private long openEvents;
    private BlockCursor current;

    /** A block: where it is and when it begins. */
    private record Place(TraceSlice slice, long firstStart, int events) {}

    private OrderedReader(Configuration conf, long maxOpen) {
        this.conf = conf;
        this.maxOpen = maxOpen;
    }

    /**
     * Reads these segments.
     *
     * @throws TraceFormatException when a file is no trace or of a newer version
     */
    public static OrderedReader open(Configuration conf, List<TraceSlice> slices) throws IOException {
        return open(conf, slices, Long.MIN_VALUE, Long.MAX_VALUE, MAX_OPEN);
    }

    /** As {@link #open(Configuration, List)}, without the blocks that have no event that starts within these times. */
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
