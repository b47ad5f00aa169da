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
 * The segments of this process, one after the other, kept within the cap on the directory's size. Used by the drainer
 * alone.
 */
final class Segments {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);

    /** Other processes may write to the same directory, so what they have there is looked at again. */
    private static final long RECOUNT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** What became of a block. */
    enum Outcome {
        WRITTEN,
        /** The cap is reached and says stop. */
        CAPPED
    }

    private final Settings settings;
    private final SegmentHeader process;
    private final TraceDir dir;
    private final Metrics metrics;
    private final Map<Path, Long> eventsOf = new HashMap<>();

    private SegmentWriter current;
    private int next;
    private long others;
    private long countedNanos = System.nanoTime();
    private long expiredSegments;
    private long expiredEvents;
    private boolean capped;

    /** Whether the last segment says that the process records no more. */
    private boolean finished;

    Segments(Settings settings, SegmentHeader process, Metrics metrics) {
        this.settings = settings;
        this.process = process;
        this.metrics = metrics;
        this.dir = new TraceDir(settings.dir(), process.hostPrefix());
    }

    /** Appends a block, in a new segment when need be. After an exception the same block may be tried again. */
    Outcome write(EncodedBlock block, Drops drops, LiveSettings live) throws IOException {
        if (current != null && current.broken()) {
            LOG.warn("Trace segment {} is gone or cannot be repaired: going on in a new one", current.file());
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
     * Ends the current segment, if there is one, with an end mark, which tells of drops that no block did.
     *
     * @return whether the drops are told now
     */
    boolean end(LiveSettings live, Drops drops) throws IOException {
        if (current == null) {
            return false;
        }
        return mark(BlockHeader.Kind.END_OF_SEGMENT, live, drops);
    }

    /**
     * Ends the trace of this process. When its last segment has ended before, and says that more comes, or drops are still
     * to be told, one more segment without events says that this is the end; a process that wrote nothing leaves nothing.
     *
     * @return whether the drops are told now
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
        boolean good = !current.broken();
        if (good) {
            WallClock now = WallClock.now();
            metrics.written(0, current.append(BlockEncoder.end(kind, now.wall(), now.mono(), live.sampling()), drops));
        }
        abandon();
        return good;
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
        Files.createDirectories(settings.dir());
        while (true) {
            WallClock now = WallClock.now();
            SegmentHeader header = process.next(next, now.wall(), now.mono(), expiredSegments, expiredEvents);
            try {
                current = SegmentWriter.create(settings.dir().resolve(header.fileName()), header);
                next++;
                metrics.segment(current.size());
                return;
            } catch (IOException e) {
                if (!SegmentWriter.taken(e)) {
                    throw e;
                }
                // A process that had the same pid in the same millisecond; its segment stays.
                next++;
            }
        }
    }

    /** A segment is at most a quarter of the cap, so that deleting whole segments can keep to it. */
    private long segmentBytes(LiveSettings live) {
        return Math.min(settings.segmentBytes(), Math.max(1, live.maxBytes() / 4));
    }

    /** What a segment takes beside its blocks of events and is not written yet: its end mark, and its header. */
    private int overhead() {
        return BlockHeader.LENGTH + (current == null ? process.encode().length : 0);
    }

    /** Makes room for {@code bytes} more under the cap; false when there is none. */
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
                        "The traces in {} have reached their cap of {} bytes ({}): recording no more until there is room",
                        settings.dir(),
                        live.maxBytes(),
                        TraceKeys.MAX_BYTES.name());
            } else {
                LOG.info("There is room for traces in {} again: recording goes on", settings.dir());
            }
        }
        return fits;
    }

    /** The bytes of all segments but the current one, after deleting old ones when that is allowed and needed. */
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
                expired(entry);
            }
        }
        return total;
    }

    private void expired(TraceDir.Entry entry) {
        Long events = eventsOf.remove(entry.file());
        if (events != null) {
            expiredSegments++;
            expiredEvents += events;
        }
        metrics.expired(events == null ? 0 : events, entry.bytes());
        LOG.info(
                "Deleted the trace segment {} ({} bytes{}) to keep within the cap ({})",
                entry.file(),
                entry.bytes(),
                events == null ? ", of another process" : ", " + events + " events",
                TraceKeys.MAX_BYTES.name());
    }
}
