package org.underbase.htfs.record;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/** The background thread that encodes and writes blocks in order, and retries failed writes. */
final class BlockWriter implements Runnable {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Number of blocks: one that the drainer fills, the others wait, are encoded or written. */
    private static final int BLOCKS = 3;

    private final Tracer tracer;
    private final FileTable files;
    private final Metrics metrics;
    private final BlockEncoder encoder;
    private final BlockStore store;
    private final Housekeeper housekeeper;
    private final LossLedger ledger = new LossLedger();
    private final ArrayBlockingQueue<BlockBuilder> free = new ArrayBlockingQueue<>(BLOCKS);
    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;
    private Thread drainer;

    /** Cause why the last write failed; empty if it succeeded. */
    private volatile String writeFailure = "";

    /** What could not be closed at the last attempt; only this thread uses it. */
    private Drainer.End unclosed = Drainer.End.NONE;

    private volatile boolean closing;
    private volatile boolean failed;
    private volatile boolean retry;
    private volatile long firstNanos;
    private Drops reported = Drops.NONE;

    /** A unit of work. */
    interface Task {}

    /**
     * A block to write.
     *
     * @param events its events
     * @param sealed both clocks when it was sealed
     * @param sampling fraction of the files that was recorded
     * @param firstNanos value of {@link System#nanoTime} when the block was begun
     */
    record Block(BlockBuilder events, WallClock sealed, long sampling, long firstNanos) implements Task {}

    /** The end of the recording. */
    private record Finish() implements Task {}

    BlockWriter(
            Settings settings,
            Tracer tracer,
            SegmentHeader process,
            FileTable files,
            Metrics metrics,
            BlockStore store,
            Housekeeper housekeeper) {
        this.tracer = tracer;
        this.files = files;
        this.metrics = metrics;
        this.encoder = new BlockEncoder(process, settings.precision(), settings.level());
        this.store = store;
        this.housekeeper = housekeeper;
        this.thread = TracerThreads.daemon("underbase-trace-writer", this);
        for (int i = 0; i < BLOCKS; i++) {
            free.add(new BlockBuilder(settings.blockEvents()));
        }
    }

    /** Starts the thread, which wakes {@code waiter} when a block becomes free. */
    void start(Thread waiter) {
        drainer = waiter;
        housekeeper.start();
        thread.start();
    }

    /** Returns an empty block, or null if all are in use. */
    BlockBuilder free() {
        return free.poll();
    }

    boolean hasFree() {
        return !free.isEmpty();
    }

    /** Returns the losses that no block contains yet. */
    LossLedger ledger() {
        return ledger;
    }

    /** Adds a task behind all others. */
    void add(Task task) {
        tasks.add(task);
        if (task instanceof Drainer.Flush) {
            // A caller waits: do not leave it until the next attempt.
            retry = true;
            LockSupport.unpark(thread);
        }
        if (failed) {
            abandon();
        }
    }

    /** Ends the retries: a block that cannot be written is dropped. */
    void closing() {
        closing = true;
        LockSupport.unpark(thread);
    }

    /** Ends the recording after all other tasks, and the thread. */
    void finish() {
        tasks.add(new Finish());
    }

    void join(long millis) throws InterruptedException {
        thread.join(millis);
    }

    /** Whether the last write failed. */
    boolean failing() {
        return !writeFailure.isEmpty();
    }

    /** Returns the cause why the last write failed; empty if it succeeded. */
    String writeFailure() {
        return writeFailure;
    }

    boolean runsOn(Thread other) {
        return other == thread;
    }

    /** Whether the thread has not failed. */
    boolean alive() {
        return !failed;
    }

    /** Returns when the oldest block that is not written was begun, as a value of {@link System#nanoTime}; 0 without one. */
    long firstNanos() {
        return firstNanos;
    }

    @Override
    public void run() {
        try {
            BlockEncoder.load();
            while (perform(next())) {
                files.trim();
            }
        } catch (IOException e) {
            LOG.error("This process is not traced: {}", e.getMessage());
            end(e.getMessage());
        } catch (InterruptedException | RuntimeException | Error e) {
            // A bug of the tracer: log it and stop recording, without an effect on the application.
            LOG.error("The tracer failed and stopped recording; the traces written so far are valid", e);
            end(e.toString());
        } finally {
            encoder.close();
            housekeeper.close();
        }
    }

    private void end(String cause) {
        tracer.failed(cause);
        writeFailure = cause;
        failed = true;
        abandon();
        LockSupport.unpark(drainer);
    }

    /** Returns the next task. A close that failed is repeated: without it, an idle process would seem to fail for ever. */
    private Task next() throws InterruptedException {
        if (unclosed == Drainer.End.NONE) {
            return tasks.take();
        }
        Task task = tasks.poll(RETRY_NANOS, TimeUnit.NANOSECONDS);
        return task == null ? new Drainer.Flush(unclosed, new CompletableFuture<>()) : task;
    }

    /** Performs a task; returns false after the last one. */
    private boolean perform(Task task) {
        if (task instanceof Block block) {
            firstNanos = block.firstNanos();
            write(block);
            firstNanos = 0;
            block.events().clear();
            free.add(block.events());
            LockSupport.unpark(drainer);
        } else if (task instanceof Drainer.Flush flush) {
            Drainer.End end = flush.end().compareTo(unclosed) > 0 ? flush.end() : unclosed;
            if (end != Drainer.End.NONE) {
                close(end);
            }
            flush.written().complete(!failing());
        } else {
            close(Drainer.End.RECORDING);
            return false;
        }
        return true;
    }

    private void write(Block block) {
        try {
            WallClock at = block.sealed();
            write(block, encoder.encode(block.events(), at.wall(), at.mono(), block.sampling()));
        } catch (RuntimeException | Error e) {
            metrics.lost(
                    Drops.Cause.FAILURE, block.events().calls(), block.events().bytes());
            throw e;
        }
    }

    private void write(Block block, EncodedBlock encoded) {
        while (true) {
            retry = false;
            try {
                Drops drops = metrics.drops();
                Segments.Outcome outcome = store.write(encoded, drops.minus(reported), tracer.live());
                if (outcome == Segments.Outcome.WRITTEN) {
                    reported = drops;
                } else {
                    lost(block, outcome.loss());
                }
                succeeded();
                return;
            } catch (IOException e) {
                failed(e);
            }
            if (closing) {
                LOG.error(
                        "Dropped {} events that could not be written before shutdown",
                        block.events().calls());
                lost(block, Drops.Cause.WRITE_ERROR);
                return;
            }
            await();
        }
    }

    private void await() {
        long end = System.nanoTime() + RETRY_NANOS;
        for (long left = RETRY_NANOS; left > 0 && !retry && !closing; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Counts the events of a block as lost; a later block has an event for each thread and kind. */
    private void lost(Block block, Drops.Cause cause) {
        metrics.discarded(block.events().size());
        metrics.lost(cause, block.events().calls(), block.events().bytes());
        Losses losses = new Losses();
        block.events().losses(cause, losses::add);
        ledger.add(losses);
    }

    private void succeeded() {
        if (failing()) {
            writeFailure = "";
            LOG.info("Writing traces to {} again; lost events so far: {}", store.directory(), metrics.drops());
        }
    }

    private void failed(IOException e) {
        metrics.writeError();
        boolean first = !failing();
        writeFailure = e.toString();
        if (first) {
            LOG.error(
                    "Cannot write traces to {}: {}. Retrying every second; events that do not fit into memory are dropped"
                            + " and counted",
                    store.directory(),
                    e.toString());
        }
        failFlushes();
    }

    /** Ends the tasks of a failed writer. Called by any thread after {@link #failed}, so that each task has its end. */
    private void abandon() {
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task instanceof Block block) {
                metrics.lost(
                        Drops.Cause.FAILURE,
                        block.events().calls(),
                        block.events().bytes());
            } else if (task instanceof Drainer.Flush flush) {
                flush.written().complete(false);
            }
        }
    }

    private void failFlushes() {
        for (Task task : tasks) {
            if (task instanceof Drainer.Flush flush) {
                flush.written().complete(false);
            }
        }
    }

    private void close(Drainer.End end) {
        try {
            Drops drops = metrics.drops();
            Drops news = drops.minus(reported);
            boolean written =
                    end == Drainer.End.SEGMENT ? store.end(tracer.live(), news) : store.finish(tracer.live(), news);
            reported = written ? drops : reported;
            if (written || unclosed != Drainer.End.NONE) {
                succeeded();
            }
            unclosed = Drainer.End.NONE;
        } catch (IOException e) {
            unclosed = end;
            failed(e);
        }
    }
}
