package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.worker.MergeTimes.Part;

/**
 * One merge on this server. One thread merges, another one writes the replica. The coordinator sends the target of each block and, after the digests
 * of the replicas agree, the command to finalize it. The merge itself decides nothing. A finalized replica may still get a new
 * generation stamp until the next block opens, because finalizing may fail on another server. Therefore a merge that has written
 * its whole file waits for the end command.
 *
 * <p>Thread-safe.
 */
final class Merge {
    private static final Logger LOG = LoggerFactory.getLogger(Merge.class);
    private static final int MAX_WAIT_MILLIS = 5000;

    private final String id;
    private final Duration timeout;
    private final BlockChannels channels;
    private final long blockSize;
    private final Object lock = new Object();

    private StateProto state =
            StateProto.newBuilder().setPhase(Phase.WAITING).setBlock(0).build();
    private BlockProto open;
    private BlockProto finish;
    /** Last executed finalize command: the coordinator repeats each command until it sees the result. */
    private BlockProto finished;

    private final MergeTimes times = new MergeTimes(System::nanoTime);
    private boolean ended;
    private volatile boolean cancelled;
    private volatile double pressure;
    private volatile BlockChannel channel;
    private volatile Supplier<CompactionProgress> progress = () -> new CompactionProgress(0);
    private long requestNanos = System.nanoTime();

    /** The merge aborts when its coordinator sends no request for {@code timeout}. */
    Merge(String id, long blockSize, BlockChannels channels, Duration timeout) {
        this.id = id;
        this.blockSize = blockSize;
        this.channels = channels;
        this.timeout = timeout;
    }

    /** Merging code, which writes to a stream and closes it. */
    @FunctionalInterface
    interface Body {
        void run(OutputStream output) throws IOException;
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Returns the last reported compaction pressure of the server that owns the store. */
    double pressure() {
        return pressure;
    }

    /** Returns the times of this merge. */
    MergeTimes times() {
        return times;
    }

    /** Returns the state without a command. */
    StateProto state() {
        synchronized (lock) {
            return state;
        }
    }

    /** Returns the progress of the merging code. */
    CompactionProgress progress() {
        return progress.get();
    }

    /** Sets the source of the progress. */
    void setProgress(Supplier<CompactionProgress> source) {
        progress = source;
    }

    /** Runs the merge to its end. The output is complete only if the body returns normally. */
    void run(Body body) {
        run(body, task -> new Thread(task, "localcompact-replica"));
    }

    /** Runs the merge with a thread of a factory. */
    void run(Body body, ThreadFactory threads) {
        LookAhead ahead = new LookAhead(times);
        ReplicaStream replica = new ReplicaStream();
        Thread writer = threads.newThread(() -> write(ahead, replica));
        writer.setDaemon(true);
        try {
            writer.start();
            body.run(FaultPoints.output(id, ahead));
            times.merged();
            ahead.end();
            join(writer);
            ahead.check();
            replica.finish(ahead.closed());
            LOG.info("Finished merge {}: {}", id, times);
        } catch (IOException | RuntimeException e) {
            LOG.info("Aborted merge {}: {}", id, e.toString(), e);
            fail(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (Error e) {
            fail(e.toString());
            throw e;
        } finally {
            ahead.fail(new IOException("the merge has ended"));
            writer.interrupt();
            discard();
        }
    }

    private void write(LookAhead ahead, ReplicaStream replica) {
        boolean complete = false;
        try {
            complete = ahead.drain(replica);
        } finally {
            if (!complete) {
                // The thread that merges does not know a replica that was opened after its end.
                discard();
            }
        }
    }

    private static void join(Thread writer) throws IOException {
        try {
            writer.join();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the merge was interrupted").initCause(e);
        }
    }

    /** Leaves an open replica as it is; its old generation stamp makes it stale. */
    private void discard() {
        BlockChannel open = channel;
        if (open != null) {
            IOUtils.cleanupWithLogger(LOG, open);
        }
    }

    private void fail(String cause) {
        synchronized (lock) {
            set(StateProto.newBuilder()
                    .setPhase(Phase.FAILED)
                    .setCancelled(cancelled)
                    .setBlock(state.getBlock())
                    .setFailure(cause.lines().findFirst().orElse("")));
        }
    }

    /** Changes the state unless the merge has failed. */
    private void set(StateProto.Builder next) {
        if (state.getPhase() != Phase.FAILED) {
            state = next.build();
            lock.notifyAll();
        }
    }

    void cancel(String cause) {
        cancelled = true;
        fail(cause);
        // Closing the channel ends a wait for the DataNode before its timeout.
        discard();
    }

    /** Executes a command of the coordinator and returns the state; waits until it differs from the known one. */
    StateProto step(StepRequestProto request) {
        StateProto here = execute(request);
        CompactionProgress done = progress.get();
        return here.toBuilder()
                .setCells(done.getCurrentCompactedKvs())
                .setBytes(done.getTotalCompactedSize())
                .build();
    }

    private StateProto execute(StepRequestProto request) {
        if (request.hasPressure()) {
            pressure = request.getPressure();
        }
        synchronized (lock) {
            requestNanos = System.nanoTime();
            if (request.getAbort()) {
                cancel("aborted by its coordinator");
                return state;
            }
            if (request.getEnd()) {
                ended = true;
                lock.notifyAll();
                return state;
            }
            if (request.hasOpen() && request.getOpen().getIndex() == state.getBlock()) {
                open = request.getOpen();
                lock.notifyAll();
            }
            if (request.hasFinalizeReplica() && isFinishable(request.getFinalizeReplica())) {
                finish = request.getFinalizeReplica();
                lock.notifyAll();
            }
            awaitChange(request);
            requestNanos = System.nanoTime();
            return state;
        }
    }

    /** Accepts the open block, or the previous one if it gets a new generation stamp. */
    private boolean isFinishable(BlockProto block) {
        return block.getIndex() == state.getBlock()
                || (state.getBlock() > 0
                        && block.getIndex() == state.getBlock() - 1
                        && !block.getLocated().isEmpty());
    }

    private void awaitChange(StepRequestProto request) {
        // The wait may occupy an RPC handler of the server, so it is bounded; a failed merge never changes its state.
        long end = System.nanoTime()
                + (state.getPhase() == Phase.FAILED ? 0 : Math.min(request.getWaitMillis(), MAX_WAIT_MILLIS))
                        * 1_000_000L;
        try {
            while (request.hasKnown() && same(request.getKnown()) && System.nanoTime() < end) {
                waitMillis((end - System.nanoTime()) / 1_000_000L);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Every caller checks its condition in a loop.
    @SuppressWarnings("WaitNotInLoop")
    private void waitMillis(long millis) throws InterruptedException {
        lock.wait(Math.max(1, millis));
    }

    private boolean same(StateProto known) {
        return known.getPhase() == state.getPhase()
                && known.getBlock() == state.getBlock()
                && known.getGenerationStamp() == state.getGenerationStamp();
    }

    /** Returns whether the coordinator has sent no request for the timeout. */
    boolean orphaned() {
        synchronized (lock) {
            return System.nanoTime() - requestNanos > timeout.toNanos();
        }
    }

    /** Waits for the next block; until then the previous one may get new generation stamps. */
    private BlockProto awaitOpen() throws IOException {
        while (true) {
            synchronized (lock) {
                while (!isRestamped() && (open == null || open.getIndex() != state.getBlock())) {
                    await();
                }
                if (!isRestamped()) {
                    set(StateProto.newBuilder().setPhase(Phase.MERGING).setBlock(state.getBlock()));
                    return open;
                }
            }
            recover();
        }
    }

    /** Waits for the end command; until then the last block may get new generation stamps. */
    private void awaitEnd() throws IOException {
        while (true) {
            synchronized (lock) {
                while (!isRestamped() && !ended) {
                    await();
                }
                if (ended) {
                    return;
                }
            }
            recover();
        }
    }

    private boolean isRestamped() {
        return finish != null
                && finish.getIndex() == state.getBlock() - 1
                && !finish.getLocated().isEmpty()
                && !finish.equals(finished);
    }

    private void recover() throws IOException {
        BlockProto command;
        synchronized (lock) {
            command = finish;
        }
        long generationStamp = channel.recover(command.getLocated().toByteArray());
        synchronized (lock) {
            finished = command;
            set(state.toBuilder().setGenerationStamp(generationStamp));
        }
    }

    private BlockProto awaitFinish() throws IOException {
        synchronized (lock) {
            while (finish == null || finish.getIndex() != state.getBlock()) {
                await();
            }
            return finish;
        }
    }

    private void checkNotCancelled() throws IOException {
        if (cancelled) {
            throw new InterruptedIOException("the merge was cancelled");
        }
    }

    private void await() throws IOException {
        checkNotCancelled();
        if (orphaned()) {
            throw new IOException("no request from the coordinator for " + timeout.toSeconds() + " s");
        }
        try {
            waitMillis(1000);
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the merge was interrupted").initCause(e);
        }
    }

    /** Output stream that splits the output into blocks. */
    private final class ReplicaStream extends OutputStream {
        private BlockDigest digest;
        private boolean blockOpen;
        private long inBlock;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int at = offset;
            int left = length;
            while (left > 0) {
                if (blockOpen && inBlock == blockSize) {
                    finishBlock(false);
                }
                if (!blockOpen) {
                    openBlock();
                }
                int count = (int) Math.min(left, blockSize - inBlock);
                long start = times.now();
                channel.write(bytes, at, count);
                start = times.add(Part.WRITE, start);
                digest.update(bytes, at, count);
                times.add(Part.DIGEST, start);
                inBlock += count;
                at += count;
                left -= count;
            }
        }

        private void openBlock() throws IOException {
            long start = times.now();
            BlockProto block = awaitOpen();
            start = times.add(Part.OTHERS, start);
            channel = channels.open(block.getLocated().toByteArray());
            times.add(Part.WRITE, start);
            blockOpen = true;
            digest = new BlockDigest();
            inBlock = 0;
            FaultPoints.at(FaultPoint.OPENED, id, index());
            // A cancel before this point found no channel to close.
            checkNotCancelled();
        }

        private int index() {
            synchronized (lock) {
                return state.getBlock();
            }
        }

        private void finishBlock(boolean last) throws IOException {
            long start = times.now();
            channel.awaitAcknowledged();
            start = times.add(Part.WRITE, start);
            FaultPoints.at(FaultPoint.ACKNOWLEDGED, id, index());
            long length = inBlock;
            byte[] sum = digest.end();
            synchronized (lock) {
                set(StateProto.newBuilder()
                        .setPhase(Phase.WRITTEN)
                        .setBlock(state.getBlock())
                        .setLength(length)
                        .setDigest(ByteString.copyFrom(sum))
                        .setLast(last));
            }
            BlockProto command = awaitFinish();
            start = times.add(Part.OTHERS, start);
            FaultPoints.at(FaultPoint.FINISHING, id, index());
            channel.complete();
            long generationStamp = command.getLocated().isEmpty()
                    ? 0
                    : channel.recover(command.getLocated().toByteArray());
            channel.close();
            times.add(Part.FINALIZE, start);
            blockOpen = false;
            FaultPoints.at(FaultPoint.FINISHED, id, index());
            synchronized (lock) {
                finished = command;
                set(StateProto.newBuilder()
                        .setPhase(last ? Phase.FINISHED : Phase.WAITING)
                        .setBlock(state.getBlock() + 1)
                        .setGenerationStamp(generationStamp));
            }
        }

        /**
         * Finishes the complete file. HBase closes its file both when it is complete and when it aborts, and writes a trailer in
         * both cases: three replicas truncated at the same cell would agree.
         */
        private void finish(boolean closed) throws IOException {
            if (!closed || !blockOpen) {
                throw new IOException("the merge wrote no output");
            }
            finishBlock(true);
            long start = times.now();
            awaitEnd();
            times.add(Part.OTHERS, start);
        }
    }
}
