package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The sequence of segments of this process, within the limits of the directory. Confined to the thread of
 * {@link BlockWriter}.
 */
final class Segments implements BlockStore {
    private static final Logger LOG = TracerLog.of(Tracer.class);

    /** Outcome of writing a block. */
    enum Outcome {
        WRITTEN(null),
        /** A limit of size or number is reached, and no segment can be deleted. */
        CAPPED(Drops.Cause.SIZE_CAP),
        /** The file system has too little free space, and no segment can be deleted. */
        LOW_SPACE(Drops.Cause.LOW_SPACE);

        private final Drops.Cause loss;

        Outcome(Drops.Cause loss) {
            this.loss = loss;
        }

        /** Returns the cause with which the block's events are lost; null if they are written. */
        Drops.Cause loss() {
            return loss;
        }
    }

    private final Settings settings;
    private final SegmentHeader process;
    private final Metrics metrics;
    private final Housekeeper housekeeper;

    /** The open segment, or null. */
    private SegmentWriter current;

    private int next;

    /** The limit that was reached when the last block came, or null. */
    private Housekeeper.Limit reached;

    /** Whether the last segment has the end mark of the recording. */
    private boolean finished;

    /** The losses in headers of deleted segments that later headers contain again. */
    private Drops carried = Drops.NONE;

    Segments(Settings settings, SegmentHeader process, Metrics metrics, Housekeeper housekeeper) {
        this.settings = settings;
        this.process = process;
        this.metrics = metrics;
        this.housekeeper = housekeeper;
    }

    /** Appends a block, in a new segment if necessary. */
    @Override
    public Outcome write(EncodedBlock block, Drops drops, LiveSettings live) throws IOException {
        if (current != null && current.broken()) {
            LOG.warn("Trace segment {} was deleted or cannot be continued: starting the next one", current.file());
            abandon();
        }
        if (current != null && current.blocks() > 0 && current.size() + block.length() > segmentBytes(live)) {
            end(live, Drops.NONE);
        }
        if (!room((long) block.length() + overhead(), live)) {
            return reached == Housekeeper.Limit.FREE_SPACE ? Outcome.LOW_SPACE : Outcome.CAPPED;
        }
        if (current == null) {
            open();
            finished = false;
        }
        append(block, drops);
        return Outcome.WRITTEN;
    }

    private void append(EncodedBlock block, Drops drops) throws IOException {
        Drops deleted = housekeeper.usage().deletedDrops();
        int bytes = current.append(block, drops.plus(deleted.minus(carried)));
        carried = deleted;
        housekeeper.wrote(current);
        metrics.written(block.events(), bytes);
    }

    /**
     * Closes the current segment, if there is one, with an end mark, which contains the drops since the last block.
     *
     * @param live current settings
     * @param drops events dropped since the last block
     * @return whether the drops were written
     */
    @Override
    public boolean end(LiveSettings live, Drops drops) throws IOException {
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
    @Override
    public boolean finish(LiveSettings live, Drops drops) throws IOException {
        boolean news = drops.total() > 0 || !housekeeper.usage().deletedDrops().equals(carried);
        if (current == null && (next == 0 || (finished && !news))) {
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
            append(BlockEncoder.end(kind, now.wall(), now.mono(), live.sampling()), drops);
        }
        abandon();
        return intact;
    }

    @Override
    public Path directory() {
        return settings.dir();
    }

    private void abandon() throws IOException {
        SegmentWriter done = current;
        current = null;
        done.close();
    }

    private void open() throws IOException {
        FileGuard.create(settings.dir());
        while (true) {
            WallClock now = WallClock.now();
            DirectoryUsage usage = housekeeper.usage();
            SegmentHeader header =
                    process.next(next, now.wall(), now.mono(), usage.deletedSegments(), usage.deletedEvents());
            try {
                current = SegmentWriter.create(settings.dir().resolve(header.fileName()), header);
                next++;
                housekeeper.wrote(current);
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

    /** Makes space for {@code bytes} within the limits; returns false if that is impossible. */
    private boolean room(long bytes, LiveSettings live) {
        Housekeeper.Limit limit = housekeeper.room(bytes, current == null, live);
        if (limit != null && reached == null) {
            LOG.warn(
                    "The traces in {} reached a limit, {} ({}): recording stops until there is space",
                    settings.dir(),
                    limit.description(),
                    limit.key());
        } else if (limit == null && reached != null) {
            LOG.info("There is space for traces in {} again: recording continues", settings.dir());
        }
        reached = limit;
        return limit == null;
    }
}
