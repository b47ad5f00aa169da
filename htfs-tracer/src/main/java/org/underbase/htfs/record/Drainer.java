package org.underbase.htfs.record;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/**
 * The background thread that moves the events of the rings into blocks. It neither encodes nor writes, which {@link
 * BlockWriter} does: while that has no free block, events wait in the rings.
 */
final class Drainer implements Runnable, Backpressure.Consumer {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final long IMMEDIATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Settings settings;
    private final Tracer tracer;
    private final NameMasking masking;
    private final Metrics metrics;
    private final Collector collector;
    private final BlockWriter writer;
    private final Backpressure backpressure;
    private final Thread thread;
    private final List<Flush> flushes = new ArrayList<>();

    private volatile boolean parked;
    private volatile boolean closing;

    /** Value of {@link System#nanoTime} at which this thread ends if the writer does not. */
    private volatile long closingEnd;

    private volatile boolean immediate;

    /** Start of the current block, in nanoseconds; 0 without one. */
    private volatile long firstNanos;

    /** Whether this thread no longer reads {@link #flushes}; guarded by its lock. */
    private boolean done;

    /** The settings at the start of the last cycle, with which the waiting events were recorded. */
    private LiveSettings recorded;

    Drainer(
            Settings settings,
            Tracer tracer,
            FileTable files,
            NameMasking masking,
            Metrics metrics,
            BlockWriter writer) {
        this.settings = settings;
        this.tracer = tracer;
        this.masking = masking;
        this.metrics = metrics;
        this.collector = new Collector(files, masking);
        this.writer = writer;
        this.backpressure = new Backpressure(tracer::live, this);
        this.thread = TracerThreads.daemon("underbase-trace", this);
    }

    void start() {
        recorded = tracer.live();
        writer.start(thread);
        thread.start();
    }

    /** Returns the wait of calls for memory. */
    Backpressure backpressure() {
        return backpressure;
    }

    @Override
    public void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean working() {
        return !writer.failing() && !closing && thread.isAlive() && !isTracer(Thread.currentThread());
    }

    private boolean isTracer(Thread caller) {
        return caller == thread || writer.runsOn(caller);
    }

    /** An object that a flush closes in addition. */
    enum End {
        NONE,
        SEGMENT,
        RECORDING
    }

    /** A request to write all earlier events; completed with whether that succeeded. */
    record Flush(End end, CompletableFuture<Boolean> written) implements BlockWriter.Task {}

    /**
     * Writes all events recorded before the call.
     *
     * @param nanos maximum time to wait, in nanoseconds
     * @param end object to close in addition
     * @return false if it failed or timed out
     */
    boolean flush(long nanos, End end) {
        Flush flush = new Flush(end, new CompletableFuture<>());
        synchronized (flushes) {
            if (done) {
                return !writer.failing();
            }
            flushes.add(flush);
        }
        LockSupport.unpark(thread);
        try {
            return flush.written().get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The trace was not written in time", e);
            return false;
        }
    }

    /** Writes all recorded events, closes the segment and stops both threads. Events that do not reach the writer in time are lost. */
    void close(long nanos) {
        long end = System.nanoTime() + nanos;
        closingEnd = end;
        closing = true;
        writer.closing();
        LockSupport.unpark(thread);
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            writer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shortens the write interval for the rest of the process. */
    void writeImmediately() {
        immediate = true;
    }

    /** Wakes the thread because the settings have changed. */
    void changed() {
        LockSupport.unpark(thread);
    }

    private long blockNanos() {
        return immediate ? Math.min(IMMEDIATE_NANOS, settings.blockNanos()) : settings.blockNanos();
    }

    /** Returns the age of the oldest unwritten event, in milliseconds. */
    long lagMillis() {
        long written = writer.firstNanos();
        long since = written == 0 ? firstNanos : written;
        return since == 0 ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
    }

    @Override
    public boolean failing() {
        return writer.failing();
    }

    /** Returns the cause why the last write failed; empty if it succeeded. */
    String writeFailure() {
        return writer.writeFailure();
    }

    @Override
    public void ended(long bytes) {
        metrics.lost(Drops.Cause.ENDED, 1, bytes);
    }

    @Override
    public void run() {
        try {
            while (!closing && writer.alive()) {
                cycle();
                sleep();
            }
            while (writer.alive() && !cycle() && System.nanoTime() - closingEnd < 0) {
                // The rest needs a block that the writer still has.
                LockSupport.parkNanos(this, settings.drainNanos());
            }
            if (writer.alive()) {
                // Calls that end from here on are lost; those that ended since the last cycle are not.
                tracer.rings().memory().close();
                cycle();
                last();
                leave(Drops.Cause.WRITE_ERROR);
            }
        } catch (RuntimeException | Error e) {
            // A bug of the tracer: log it and stop recording, without an effect on the application.
            LOG.error("The tracer failed and stopped recording; the traces written so far are valid", e);
            failed(e);
        } finally {
            if (!writer.alive()) {
                failed(new IllegalStateException("the writer of the tracer failed"));
            }
            List<Flush> left;
            synchronized (flushes) {
                done = true;
                left = List.copyOf(flushes);
                flushes.clear();
            }
            left.forEach(writer::add);
            writer.finish();
        }
    }

    private void failed(Throwable cause) {
        tracer.failed(cause);
        if (collector.block() != null) {
            BlockBuilder lost = collector.end();
            metrics.lost(Drops.Cause.FAILURE, lost.calls(), lost.bytes());
        }
        leave(Drops.Cause.FAILURE);
    }

    /** Ends the recording and counts the events in the rings as lost. */
    private void leave(Drops.Cause cause) {
        tracer.rings().memory().close();
        LeftEvents left = new LeftEvents(metrics, cause);
        tracer.rings().owned().forEach(left::drain);
        tracer.rings().shared().forEach(left::drain);
    }

    /** Receiver of the events that wait when the recording ends. */
    private record LeftEvents(Metrics metrics, Drops.Cause cause) implements Ring.Drain {
        private void drain(Ring ring) {
            Losses losses = ring.newLosses();
            if (losses != null) {
                losses.entries().forEach(lost -> metrics.lost(lost.cause, lost.calls, lost.bytes));
            }
            ring.takeSeries();
            ring.drain(this, ring.tail());
            // The first one may have been held while there was no free block.
            ring.takeSeries();
            ring.drain(this, ring.tail());
        }

        @Override
        public void thread(long id, String name) {
            // The counts are of all threads.
        }

        @Override
        public boolean event(
                long start, long duration, int call, long offset, long length, long result, Subject subject) {
            long calls = subject instanceof SparseFields fields ? fields.count() : 1;
            metrics.lost(cause, calls, Call.moves(call) ? Math.max(0, result) : 0);
            return true;
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
        if (collector.block() == null && !writer.hasFree()) {
            return false;
        }
        synchronized (flushes) {
            if (!flushes.isEmpty() && writer.hasFree()) {
                return true;
            }
        }
        for (Ring ring : tracer.rings().owned()) {
            if (ring.urgent()) {
                return true;
            }
        }
        return tracer.rings().shared().stream().anyMatch(Ring::urgent);
    }

    /** Drains all rings once; returns false if a part of the events of its begin must wait for another cycle. */
    private boolean cycle() {
        List<Flush> served;
        synchronized (flushes) {
            served = List.copyOf(flushes);
        }
        LiveSettings live = tracer.live();
        boolean all = true;
        for (Ring ring : tracer.rings().owned()) {
            boolean dead = !ring.owner().isAlive();
            all &= drain(ring);
            if (dead && ring.empty()) {
                tracer.rings().reclaim(ring);
            }
        }
        for (Ring ring : tracer.rings().shared()) {
            all &= drain(ring);
        }
        boolean due = !served.isEmpty() || System.nanoTime() - firstNanos >= blockNanos() || changed(live);
        if (collector.block() != null && collector.block().size() > 0 && due) {
            seal();
        }
        recorded = live;
        if (all || writer.failing()) {
            answer(served, all);
        }
        return all;
    }

    /** Whether the events after this cycle are recorded with other settings than those of the block. */
    private boolean changed(LiveSettings live) {
        return recorded.sampling() != live.sampling() || recorded.on() != live.on();
    }

    private void answer(List<Flush> served, boolean all) {
        if (served.isEmpty()) {
            return;
        }
        synchronized (flushes) {
            flushes.removeAll(served);
        }
        for (Flush flush : served) {
            if (!all) {
                flush.written().complete(false);
            }
            writer.add(flush);
        }
    }

    /** Drains a ring; returns false if there was no free block for a part of its events, or a second series waits. */
    private boolean drain(Ring ring) {
        Losses losses = ring.newLosses();
        if (losses != null) {
            for (Losses.Entry lost : losses.entries()) {
                metrics.lost(lost.cause, lost.calls, lost.bytes);
                writer.ledger().add(lost, masking.thread(lost.thread));
            }
        }
        boolean all = ring.takeSeries();
        // Leave later events to the next cycle: one busy thread must not starve the other rings.
        for (long to = ring.tail(); !ring.drained(to); ) {
            if (!begin()) {
                return false;
            }
            metrics.drained(ring.drain(collector, to));
            metrics.collapsed(collector.newCollapsed());
            if (collector.block().full()) {
                seal();
            }
        }
        return all;
    }

    private boolean begin() {
        if (collector.block() != null) {
            return true;
        }
        BlockBuilder free = writer.free();
        if (free == null) {
            return false;
        }
        collector.begin(free);
        firstNanos = System.nanoTime();
        return true;
    }

    /** Hands the block to the writer, with the losses so far. */
    private void seal() {
        writer.ledger().drainTo(lost -> {
            if (collector.block().full()) {
                return false;
            }
            collector.lost(lost);
            return true;
        });
        writer.add(new BlockWriter.Block(collector.end(), WallClock.now(), recorded.sampling(), firstNanos));
        firstNanos = 0;
    }

    /** Writes the rest at the end of this tracer. */
    private void last() {
        if ((writer.ledger().pending() || collector.block() != null) && begin()) {
            seal();
        }
    }
}
