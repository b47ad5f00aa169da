package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The sequence of segments of this process, within the size limit of the directory. Confined to the drainer.
 */
final class Segments {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);

    /** Interval at which the directory is listed again, because other processes may write to it. */
    private static final long RECOUNT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Outcome of writing a block. */
    enum Outcome {
        WRITTEN,
        /** The size limit is reached and its action is to stop. */
        CAPPED
    }

    private final Settings settings;
    private final SegmentHeader process;
    private final TraceDir dir;
    private final Metrics metrics;
    private final Map<Path, Long> eventsOf = new HashMap<>();

    /** The open segment, or null. */
    private SegmentWriter current;

    private int next;
    private long others;
    private long countedNanos = System.nanoTime();
    private long evictedSegments;
    private long evictedEvents;
    private boolean capped;

    /** Whether the last segment has the end mark of the recording. */
    private boolean finished;

    Segments(Settings settings, SegmentHeader process, Metrics metrics) {
        this.settings = settings;
        this.process = process;
        this.metrics = metrics;
        this.dir = new TraceDir(settings.dir(), process.hostPrefix());
    }

    /** Appends a block, in a new segment if necessary. After an exception the caller may retry the block. */
    Outcome write(EncodedBlock block, Drops drops, LiveSettings live) throws IOException {
        if (current != null && current.broken()) {
            LOG.warn("Trace segment {} was deleted or cannot be continued: starting the next one", current.file());
            abandon();
        }
        if (current != null && current.blocks() > 0 && current.size() + block.length() > segmentBytes(live)) {
            end(live, Drops.NONE);
        }
        if (!room((long) block.length() + overhead(), live)) {
            return Outcome.CAPPED;
        }
        if (current == null) {
            open();
            finished = false;
        }
        int bytes = current.append(block, drops);
        eventsOf.put(current.file(), current.events());
        metrics.written(block.events(), bytes);
        return Outcome.WRITTEN;
    }

    /**
     * Closes the current segment, if there is one, with an end mark, which contains the drops since the last block.
     *
     * @param live current settings
     * @param drops events dropped since the last block
     * @return whether the drops were written
     */
    boolean end(LiveSettings live, Drops drops) throws IOException {
        if (current == null) {
            return false;
        }
        return mark(BlockHeader.Kind.END_OF_SEGMENT, live, drops);
    }

    /**
     * Closes the trace of this process. If its last segment is already closed without the end mark of the recording, or
     * there are unwritten drops, this adds a segment without events. A process without segments writes nothing.
     *
     * @param live current settings
     * @param drops events dropped since the last block
     * @return whether the drops were written
     */
    boolean finish(LiveSettings live, Drops drops) throws IOException {
        if (current == null && (next == 0 || (finished && drops.total() == 0))) {
            return false;
        }
        if (current == null) {
            open();
        }
        finished = mark(BlockHeader.Kind.END_OF_RECORDING, live, drops);
        return finished;
    }

    private boolean mark(BlockHeader.Kind kind, LiveSettings live, Drops drops) throws IOException {
        boolean intact = !current.broken();
        if (intact) {
            WallClock now = WallClock.now();
            metrics.written(0, current.append(BlockEncoder.end(kind, now.wall(), now.mono(), live.sampling()), drops));
        }
        abandon();
        return intact;
    }

    Path directory() {
        return settings.dir();
    }

    private void abandon() throws IOException {
        SegmentWriter done = current;
        current = null;
        others += done.size();
        done.close();
    }

    private void open() throws IOException {
        FileGuard.create(settings.dir());
        while (true) {
            WallClock now = WallClock.now();
            SegmentHeader header = process.next(next, now.wall(), now.mono(), evictedSegments, evictedEvents);
            try {
                current = SegmentWriter.create(settings.dir().resolve(header.fileName()), header);
                next++;
                metrics.segment(current.size());
                return;
            } catch (IOException e) {
                if (!SegmentWriter.taken(e)) {
                    throw e;
                }
                // Another process had the same pid in the same millisecond; keep its segment.
                next++;
            }
        }
    }

    /** Returns the maximum segment size: at most a quarter of the limit, which is enforced by deleting segments. */
    private long segmentBytes(LiveSettings live) {
        return Math.min(settings.segmentBytes(), Math.max(1, live.maxBytes() / 4));
    }

    /** Returns the size of the unwritten end mark and header of a segment, in bytes. */
    private int overhead() {
        return BlockHeader.LENGTH + (current == null ? process.encode().length : 0);
    }

    /** Makes space for {@code bytes} under the size limit; returns false if that is impossible. */
    private boolean room(long bytes, LiveSettings live) throws IOException {
        long own = current == null ? 0 : current.size();
        boolean fresh = System.nanoTime() - countedNanos < RECOUNT_NANOS;
        if (others + own + bytes <= live.maxBytes() && current != null && !capped && fresh) {
            return true;
        }
        countedNanos = System.nanoTime();
        others = Files.isDirectory(settings.dir()) ? count(bytes, live) : 0;
        boolean fits = others + own + bytes <= live.maxBytes();
        if (fits == capped) {
            capped = !fits;
            if (capped) {
                LOG.warn(
                        "The traces in {} reached their limit of {} bytes ({}): recording stops until there is space",
                        settings.dir(),
                        live.maxBytes(),
                        TraceKeys.MAX_BYTES.name());
            } else {
                LOG.info("There is space for traces in {} again: recording continues", settings.dir());
            }
        }
        return fits;
    }

    /** Returns the size of all other segments in bytes, after deleting old ones if that is allowed and necessary. */
    private long count(long bytes, LiveSettings live) throws IOException {
        List<TraceDir.Entry> entries = dir.list();
        long own = current == null ? 0 : current.size();
        long total = 0;
        for (TraceDir.Entry entry : entries) {
            total += current != null && entry.file().equals(current.file()) ? 0 : entry.bytes();
        }
        if (live.stop() || total + own + bytes <= live.maxBytes()) {
            return total;
        }
        for (TraceDir.Entry entry : dir.expendable(entries)) {
            if (total + own + bytes <= live.maxBytes()) {
                break;
            }
            if ((current == null || !entry.file().equals(current.file())) && Files.deleteIfExists(entry.file())) {
                total -= entry.bytes();
                evicted(entry);
            }
        }
        return total;
    }

    private void evicted(TraceDir.Entry entry) {
        Long events = eventsOf.remove(entry.file());
        if (events != null) {
            evictedSegments++;
            evictedEvents += events;
        }
        metrics.evicted(events == null ? 0 : events, entry.bytes());
        LOG.info(
                "Deleted trace segment {} ({} bytes{}) because of the size limit ({})",
                entry.file(),
                entry.bytes(),
                events == null ? ", of another process" : ", " + events + " events",
                TraceKeys.MAX_BYTES.name());
    }
}
