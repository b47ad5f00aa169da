package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
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

/**
 * One merge on this server. Its thread merges and writes; whoever coordinates it says block by block where to and, when
 * the digests of all replicas agree, that they are final. Nothing is decided here. A replica that is final may get another
 * generation stamp as long as no next block is open, since another one may turn out not to be final; so the merge of a whole
 * file lasts until it is told that nothing more is asked of it.
 *
 * <p>Thread-safe.
 */
final class Merge {
    private static final Logger LOG = LoggerFactory.getLogger(Merge.class);
    private static final int LONGEST_MILLIS = 5000;

    private final String id;
    private final Duration patience;
    private final BlockChannels channels;
    private final long blockSize;
    private final Object lock = new Object();

    private StateProto state =
            StateProto.newBuilder().setPhase(Phase.WAITING).setBlock(0).build();
    private BlockProto open;
    private BlockProto finish;
    /** The last word of this kind that was carried out: each comes as often as the coordinator asks. */
    private BlockProto finished;

    private boolean ended;
    private volatile boolean cancelled;
    private volatile BlockChannel channel;
    private volatile Supplier<CompactionProgress> progress = () -> new CompactionProgress(0);
    private long heardNanos = System.nanoTime();

    /** {@code patience} is how long it waits for its coordinator before it ends itself. */
    Merge(String id, long blockSize, BlockChannels channels, Duration patience) {
        this.id = id;
        this.blockSize = blockSize;
        this.channels = channels;
        this.patience = patience;
    }

    /** What merges, into a stream that it closes. */
    @FunctionalInterface
    interface Body {
        void run(OutputStream output) throws IOException;
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Who tells from now on how far it is. */
    void toldBy(Supplier<CompactionProgress> teller) {
        progress = teller;
    }

    /** Merges; returns when it is over. Only a body that returns has written a whole file. */
    void run(Body body) {
        ReplicaStream output = new ReplicaStream();
        try {
            body.run(Steps.output(id, output));
            output.finish();
            LOG.debug("The merge {} is done", id);
        } catch (IOException | RuntimeException e) {
            LOG.info("The merge {} ended: {}", id, e.toString(), e);
            fail(String.valueOf(e.getMessage()));
        } catch (Error e) {
            fail(e.toString());
            throw e;
        } finally {
            discard();
        }
    }

    /** A replica that is not finished stays as it is; its generation stamp tells that it is not wanted. */
    private void discard() {
        BlockChannel open = channel;
        if (open != null) {
            IOUtils.cleanupWithLogger(LOG, open);
        }
    }

    private void fail(String why) {
        synchronized (lock) {
            set(StateProto.newBuilder()
                    .setPhase(Phase.FAILED)
                    .setBlock(state.getBlock())
                    .setFailure(why.lines().findFirst().orElse("")));
        }
    }

    /** What has failed stays so. */
    private void set(StateProto.Builder next) {
        if (state.getPhase() != Phase.FAILED) {
            state = next.build();
            lock.notifyAll();
        }
    }

    void cancel(String why) {
        cancelled = true;
        fail(why);
        // What waits for its DataNode need not wait for a time-out.
        discard();
    }

    /** The coordinator's word, and how far it is; waits a while for another state than the one that is known. */
    StateProto step(StepRequestProto request) {
        StateProto here = heard(request);
        CompactionProgress done = progress.get();
        return here.toBuilder()
                .setCells(done.getCurrentCompactedKvs())
                .setBytes(done.getTotalCompactedSize())
                .build();
    }

    private StateProto heard(StepRequestProto request) {
        synchronized (lock) {
            heardNanos = System.nanoTime();
            if (request.getAbort()) {
                cancel("given up by its coordinator");
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
            if (request.hasFinish() && isFinishable(request.getFinish())) {
                finish = request.getFinish();
                lock.notifyAll();
            }
            awaitChange(request);
            heardNanos = System.nanoTime();
            return state;
        }
    }

    /** The block that is open, or the one before for another stamp. */
    private boolean isFinishable(BlockProto block) {
        return block.getIndex() == state.getBlock()
                || (state.getBlock() > 0
                        && block.getIndex() == state.getBlock() - 1
                        && !block.getLocated().isEmpty());
    }

    private void awaitChange(StepRequestProto request) {
        // It has a handler of the server meanwhile; what has failed changes no more.
        long end = System.nanoTime()
                + (state.getPhase() == Phase.FAILED ? 0 : Math.min(request.getWaitMillis(), LONGEST_MILLIS))
                        * 1_000_000L;
        try {
            while (request.hasKnown() && same(request.getKnown()) && System.nanoTime() < end) {
                waitMillis((end - System.nanoTime()) / 1_000_000L);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Every caller looks again in a loop of its own.
    @SuppressWarnings("WaitNotInLoop")
    private void waitMillis(long millis) throws InterruptedException {
        lock.wait(Math.max(1, millis));
    }

    private boolean same(StateProto known) {
        return known.getPhase() == state.getPhase()
                && known.getBlock() == state.getBlock()
                && known.getStamp() == state.getStamp();
    }

    /** Whether nobody has asked for it for too long. */
    boolean forgotten() {
        synchronized (lock) {
            return System.nanoTime() - heardNanos > patience.toNanos();
        }
    }

    /** The next block; until it is there, the one before may get other stamps. */
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

    /** As long as the file is not whole, its last block may get other stamps. */
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
        BlockProto word;
        synchronized (lock) {
            word = finish;
        }
        long stamp = channel.recover(word.getLocated().toByteArray());
        synchronized (lock) {
            finished = word;
            set(state.toBuilder().setStamp(stamp));
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

    private void checkWanted() throws IOException {
        if (cancelled) {
            throw new InterruptedIOException("the merge was given up");
        }
    }

    private void await() throws IOException {
        checkWanted();
        if (forgotten()) {
            throw new IOException("nothing was heard of the coordinator for " + patience.toSeconds() + " s");
        }
        try {
            waitMillis(1000);
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the merge was interrupted").initCause(e);
        }
    }

    /** The output, in blocks. */
    private final class ReplicaStream extends OutputStream {
        private BlockDigest digest;
        private boolean blockOpen;
        private long inBlock;
        private boolean closed;

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
                channel.write(bytes, at, count);
                digest.update(bytes, at, count);
                inBlock += count;
                at += count;
                left -= count;
            }
        }

        private void openBlock() throws IOException {
            channel = channels.open(awaitOpen().getLocated().toByteArray());
            blockOpen = true;
            digest = new BlockDigest();
            inBlock = 0;
            Steps.at(Step.OPENED, id, index());
            // Whoever cancelled may have come before there was something to close.
            checkWanted();
        }

        private int index() {
            synchronized (lock) {
                return state.getBlock();
            }
        }

        private void finishBlock(boolean last) throws IOException {
            channel.awaitAcknowledged();
            Steps.at(Step.ACKNOWLEDGED, id, index());
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
            BlockProto word = awaitFinish();
            Steps.at(Step.FINISHING, id, index());
            channel.complete();
            long stamp = word.getLocated().isEmpty()
                    ? 0
                    : channel.recover(word.getLocated().toByteArray());
            channel.close();
            blockOpen = false;
            Steps.at(Step.FINISHED, id, index());
            synchronized (lock) {
                finished = word;
                set(StateProto.newBuilder()
                        .setPhase(last ? Phase.FINISHED : Phase.WAITING)
                        .setBlock(state.getBlock() + 1)
                        .setStamp(stamp));
            }
        }

        /**
         * HBase closes its file when it is whole and when it gives up, and then writes an end to it as well: three replicas of
         * a file that is cut at the same cell would agree. So closing says nothing, and does nothing.
         */
        @Override
        public void close() {
            closed = true;
        }

        /** The file is whole. */
        private void finish() throws IOException {
            if (!closed || !blockOpen) {
                throw new IOException("the merge wrote no file");
            }
            finishBlock(true);
            awaitEnd();
        }
    }
}
