package org.underbase.htfs.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/**
 * The background thread that drains the rings into blocks and writes these. All slow or failing operations happen on this
 * thread, so that they do not affect the application.
 */
final class Drainer implements Runnable, Ring.Waker {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long IMMEDIATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BLOCKED_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Settings settings;
    private final Tracer tracer;
    private final FileTable files;
    private final Metrics metrics;
    private final Collector collector;
    private final BlockEncoder encoder;
    private final Segments segments;
    private final Housekeeper housekeeper;
    private final Thread thread;
    private final List<CountDownLatch> flushes = new ArrayList<>();

    private volatile boolean parked;
    private volatile boolean failing;
    private volatile boolean closing;
    private volatile boolean immediate;
    private volatile long oldest;
    private End requested = End.NONE;

    /** Whether this thread no longer reads {@link #flushes}; guarded by its lock. */
    private boolean done;

    private long firstNanos;

    /** The block that could not be written yet, or null. */
    private EncodedBlock pending;

    private long retryNanos;
    private Drops reported = Drops.NONE;

    Drainer(
            Settings settings,
            Tracer tracer,
            SegmentHeader process,
            FileTable files,
            NameMasking masking,
            Metrics metrics) {
        this.settings = settings;
        this.tracer = tracer;
        this.files = files;
        this.metrics = metrics;
        this.collector = new Collector(settings.blockEvents(), files, masking);
        this.encoder = new BlockEncoder(process, settings.precision(), settings.level());
        this.housekeeper = new Housekeeper(settings, process, metrics, tracer);
        this.segments = new Segments(settings, process, metrics, housekeeper);
        this.thread = new Thread(this, "underbase-trace");
        this.thread.setDaemon(true);
    }

    void start() {
        housekeeper.start();
        thread.start();
    }

    @Override
    public void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean block() {
        if (!tracer.live().block() || failing || closing || !thread.isAlive()) {
            return false;
        }
        LockSupport.unpark(thread);
        LockSupport.parkNanos(BLOCKED_NANOS);
        if (Thread.currentThread().isInterrupted()) {
            // A park returns at once when interrupted. The interrupt belongs to the application and stays set.
            Thread.onSpinWait();
        }
        return true;
    }

    /** An object that a flush closes in addition. */
    enum End {
        NONE,
        SEGMENT,
        RECORDING
    }

    /**
     * Writes all events recorded before the call.
     *
     * @param nanos maximum time to wait, in nanoseconds
     * @param end object to close in addition
     * @return false if it failed or timed out
     */
    boolean flush(long nanos, End end) {
        CountDownLatch latch = new CountDownLatch(1);
        synchronized (flushes) {
            if (done) {
                return !failing;
            }
            flushes.add(latch);
            requested = end.compareTo(requested) > 0 ? end : requested;
        }
        LockSupport.unpark(thread);
        try {
            return latch.await(nanos, TimeUnit.NANOSECONDS) && !failing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Writes all recorded events, closes the segment and stops the thread. */
    void close(long nanos) {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shortens the write interval for the rest of the process. */
    void writeImmediately() {
        immediate = true;
    }

    private long blockNanos() {
        return immediate ? Math.min(IMMEDIATE_NANOS, settings.blockNanos()) : settings.blockNanos();
    }

    /** Returns the age of the oldest unwritten event, in milliseconds. */
    long lagMillis() {
        long since = oldest;
        return since == 0 ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
    }

    boolean failing() {
        return failing;
    }

    @Override
    public void run() {
        try {
            BlockEncoder.load();
            while (!closing) {
                cycle();
                sleep();
            }
            cycle();
            last();
        } catch (RuntimeException | Error e) {
            // A bug of the tracer: log it and stop recording, without an effect on the application.
            LOG.error("The tracer failed and stopped recording; the traces written so far are valid", e);
            tracer.failed();
            failing = true;
            metrics.lost(
                    Drops.Cause.FAILURE,
                    collector.block().size(),
                    collector.block().bytes());
            if (pending != null) {
                lostPending(Drops.Cause.FAILURE);
            }
        } finally {
            encoder.close();
            housekeeper.close();
            synchronized (flushes) {
                done = true;
                release(Integer.MAX_VALUE);
            }
        }
    }

    private void sleep() {
        if (!closing) {
            parked = true;
            if (!urgent()) {
                LockSupport.parkNanos(this, settings.drainNanos());
            }
            parked = false;
        }
    }

    private boolean urgent() {
        synchronized (flushes) {
            if (!flushes.isEmpty()) {
                return true;
            }
        }
        for (Ring ring : tracer.rings().owned()) {
            if (ring.halfFull()) {
                return true;
            }
        }
        return tracer.rings().shared().stream().anyMatch(Ring::halfFull);
    }

    private void cycle() {
        End end;
        int served;
        synchronized (flushes) {
            served = flushes.size();
            end = requested;
            requested = End.NONE;
        }
        for (Ring ring : tracer.rings().owned()) {
            Thread owner = ring.owner();
            if (owner != null) {
                boolean dead = !owner.isAlive();
                drain(ring, owner.getName());
                if (dead && ring.empty()) {
                    tracer.rings().reclaim(ring);
                }
            }
        }
        for (Ring ring : tracer.rings().shared()) {
            drain(ring, "");
        }
        files.trim();
        long now = System.nanoTime();
        if (collector.block().size() > 0 && (served > 0 || now - firstNanos >= blockNanos())) {
            seal();
        } else if (pending != null && now - retryNanos >= 0) {
            write();
        }
        if (end != End.NONE) {
            close(end);
        }
        oldest = pending == null && collector.block().size() == 0 ? 0 : firstNanos;
        release(served);
    }

    private void drain(Ring ring, String owner) {
        long drops = ring.newDrops();
        if (drops > 0) {
            metrics.lost(Drops.Cause.RING_FULL, drops, 0);
        }
        // Leave later events to the next cycle: one busy thread must not starve the other rings.
        for (long left = ring.waiting(); left > 0; ) {
            if (collector.block().size() == 0) {
                firstNanos = System.nanoTime();
            }
            collector.thread(owner);
            int taken = ring.drain(collector);
            metrics.drained(taken);
            left -= taken;
            if (collector.block().full()) {
                seal();
            }
        }
    }

    /** Encodes the collected events and writes the block; drops them if the previous block is still unwritten. */
    private void seal() {
        if (pending != null) {
            write();
        }
        if (pending != null) {
            metrics.lost(
                    Drops.Cause.WRITE_ERROR,
                    collector.block().size(),
                    collector.block().bytes());
        } else {
            WallClock now = WallClock.now();
            pending = encoder.encode(
                    collector.block(), now.wall(), now.mono(), tracer.live().sampling());
            write();
        }
        collector.clear();
    }

    private void write() {
        try {
            Drops drops = metrics.drops();
            Segments.Outcome outcome = segments.write(pending, drops.minus(reported), tracer.live());
            if (outcome == Segments.Outcome.WRITTEN) {
                reported = drops;
            } else {
                lostPending(outcome.loss());
            }
            pending = null;
            if (failing) {
                failing = false;
                LOG.info(
                        "Writing traces to {} again; dropped events so far: {}", segments.directory(), metrics.drops());
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void lostPending(Drops.Cause cause) {
        metrics.lost(cause, pending.events(), pending.moved());
    }

    private void failed(IOException e) {
        metrics.writeError();
        retryNanos = System.nanoTime() + RETRY_NANOS;
        if (!failing) {
            failing = true;
            LOG.error(
                    "Cannot write traces to {}: {}. Retrying every second; events that do not fit into memory are dropped"
                            + " and counted",
                    segments.directory(),
                    e.toString());
        }
    }

    private void close(End end) {
        try {
            Drops drops = metrics.drops();
            Drops news = drops.minus(reported);
            boolean written =
                    end == End.SEGMENT ? segments.end(tracer.live(), news) : segments.finish(tracer.live(), news);
            reported = written ? drops : reported;
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Writes the remaining events at the end of this tracer. */
    private void last() {
        if (collector.block().size() > 0) {
            seal();
        }
        if (pending != null) {
            write();
        }
        if (pending != null) {
            LOG.error("Dropped {} events that could not be written before shutdown", pending.events());
            lostPending(Drops.Cause.WRITE_ERROR);
            pending = null;
        }
        close(End.RECORDING);
    }

    private void release(int count) {
        synchronized (flushes) {
            for (int i = 0; i < count && !flushes.isEmpty(); i++) {
                flushes.remove(0).countDown();
            }
        }
    }
}
