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
 * The background thread: empties the rings into blocks and writes those. Everything that may be slow or fail happens
 * here; nothing of it reaches the application.
 */
final class Drainer implements Runnable, Ring.Waker {
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long HURRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BLOCKED_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Settings settings;
    private final Tracer tracer;
    private final FileTable files;
    private final Metrics metrics;
    private final Collector collector;
    private final BlockEncoder encoder;
    private final Segments segments;
    private final ControlFile control;
    private final Thread thread;
    private final List<CountDownLatch> waiting = new ArrayList<>();

    private volatile boolean parked;
    private volatile boolean failing;
    private volatile boolean closing;
    private volatile boolean hurrying;
    private volatile long oldest;
    private End asked = End.NONE;

    /** Whether nobody will look at {@link #waiting} any more; under its lock. */
    private boolean done;

    private long firstNanos;
    private EncodedBlock pending;
    private long retryNanos;
    private Drops told = Drops.NONE;
    private long controlNanos;

    Drainer(Settings settings, Tracer tracer, SegmentHeader process, FileTable files, Hiding hiding, Metrics metrics) {
        this.settings = settings;
        this.tracer = tracer;
        this.files = files;
        this.metrics = metrics;
        this.collector = new Collector(settings.blockEvents(), files, hiding);
        this.encoder = new BlockEncoder(process, settings.precision(), settings.level());
        this.segments = new Segments(settings, process, metrics);
        this.control = new ControlFile(settings.control(), tracer);
        this.thread = new Thread(this, "underbase-trace");
        this.thread.setDaemon(true);
        this.controlNanos = System.nanoTime();
    }

    void start() {
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
            // A park returns at once then; the interrupt is the application's and stays.
            Thread.onSpinWait();
        }
        return true;
    }

    /** What a flush ends besides. */
    enum End {
        NONE,
        SEGMENT,
        RECORDING
    }

    /** Writes all that was recorded before the call; false when that took longer than {@code nanos} or failed. */
    boolean flush(long nanos, End end) {
        CountDownLatch latch = new CountDownLatch(1);
        synchronized (waiting) {
            if (done) {
                return !failing;
            }
            waiting.add(latch);
            asked = end.compareTo(asked) > 0 ? end : asked;
        }
        LockSupport.unpark(thread);
        try {
            return latch.await(nanos, TimeUnit.NANOSECONDS) && !failing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Writes all that was recorded, ends the segment and the thread. */
    void close(long nanos) {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on events are written as soon as they come. */
    void hurry() {
        hurrying = true;
    }

    private long blockNanos() {
        return hurrying ? Math.min(HURRY_NANOS, settings.blockNanos()) : settings.blockNanos();
    }

    /** How old the oldest event is that is not yet written, in milliseconds. */
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
            // A defect of ours: stop recording, but say so, and leave the application alone.
            LOG.error("The tracer has failed and records no more; the traces written so far are good", e);
            tracer.failed();
            failing = true;
            metrics.droppedWriteError(collector.block().size() + (pending == null ? 0 : pending.events()));
        } finally {
            encoder.close();
            synchronized (waiting) {
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
        synchronized (waiting) {
            if (!waiting.isEmpty()) {
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
        int askers;
        synchronized (waiting) {
            askers = waiting.size();
            end = asked;
            asked = End.NONE;
        }
        poll();
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
        if (collector.block().size() > 0 && (askers > 0 || now - firstNanos >= blockNanos())) {
            seal();
        } else if (pending != null && now - retryNanos >= 0) {
            write();
        }
        if (end != End.NONE) {
            end(end);
        }
        oldest = pending == null && collector.block().size() == 0 ? 0 : firstNanos;
        release(askers);
    }

    private void poll() {
        long now = System.nanoTime();
        if (now - controlNanos >= 0) {
            controlNanos = now + settings.controlNanos();
            control.poll();
        }
    }

    private void drain(Ring ring, String owner) {
        long drops = ring.newDrops();
        if (drops > 0) {
            metrics.droppedFull(drops);
        }
        // Not what comes in the meantime: one busy thread shall not keep the drainer from the others.
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

    /** Turns what was collected into a block and writes it, unless one is still waiting to be written. */
    private void seal() {
        if (pending != null) {
            write();
        }
        if (pending != null) {
            metrics.droppedWriteError(collector.block().size());
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
            if (segments.write(pending, drops.minus(told), tracer.live()) == Segments.Outcome.WRITTEN) {
                told = drops;
            } else {
                metrics.droppedSizeCap(pending.events());
            }
            pending = null;
            if (failing) {
                failing = false;
                LOG.info(
                        "Traces are written to {} again; events lost so far: {}",
                        segments.directory(),
                        metrics.drops());
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException e) {
        metrics.writeError();
        retryNanos = System.nanoTime() + RETRY_NANOS;
        if (!failing) {
            failing = true;
            LOG.error(
                    "Cannot write traces to {}: {}. What is written stays; trying again every second; events that find no"
                            + " room until then are dropped and counted",
                    segments.directory(),
                    e.toString());
        }
    }

    private void end(End what) {
        try {
            Drops drops = metrics.drops();
            Drops news = drops.minus(told);
            boolean tells =
                    what == End.SEGMENT ? segments.end(tracer.live(), news) : segments.finish(tracer.live(), news);
            told = tells ? drops : told;
        } catch (IOException e) {
            failed(e);
        }
    }

    /** The end of this tracer: everything is written that can be. */
    private void last() {
        if (collector.block().size() > 0) {
            seal();
        }
        if (pending != null) {
            write();
        }
        if (pending != null) {
            LOG.error("{} events could not be written before the end", pending.events());
            metrics.droppedWriteError(pending.events());
            pending = null;
        }
        end(End.RECORDING);
    }

    private void release(int count) {
        synchronized (waiting) {
            for (int i = 0; i < count && !waiting.isEmpty(); i++) {
                waiting.remove(0).countDown();
            }
        }
    }
}
