package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CallDroppedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Coordinator's handle of a merge on one server. Used by one thread at a time. */
final class MergeHandle {
    private static final Logger LOG = LoggerFactory.getLogger(MergeHandle.class);
    private static final int WAIT_MILLIS = 1000;
    private static final int RETRY_MILLIS = 100;
    /** Minimum time between two requests without a change: a server may respond at once. */
    private static final int POLL_MILLIS = 50;

    private final String dataNode;
    private final Worker worker;
    private final TicketProto ticket;
    private final Duration timeout;
    private final Owner owner;
    private volatile StateProto last = StateProto.getDefaultInstance();
    private volatile Runnable report = () -> {};
    private volatile Optional<Kind> fault = Optional.of(Kind.FAILED);

    MergeHandle(String dataNode, Worker worker, TicketProto ticket, Duration timeout, Owner owner) {
        this.dataNode = dataNode;
        this.worker = worker;
        this.ticket = ticket.toBuilder().setDataNode(dataNode).build();
        this.timeout = timeout;
        this.owner = owner;
    }

    String dataNode() {
        return dataNode;
    }

    /** Returns the node as failures are remembered. */
    FailureMemory.Node node() {
        return new FailureMemory.Node(dataNode, worker.toString(), ticket.getFingerprint());
    }

    /** Returns the last reported state, at most a second old while the coordinator awaits a state. */
    StateProto last() {
        return last;
    }

    /** Sets an action that follows each reported state. */
    void onReport(Runnable action) {
        report = action;
    }

    /** Returns the kind of failure to remember if this merge fails; empty if the failure is no fault of the node. */
    Optional<Kind> fault() {
        return fault;
    }

    /** Returns whether the merge runs on the coordinator's server. */
    boolean isOwn() {
        return worker.isLocal();
    }

    /** Records that the merge is dropped because it is slow: a busy server is no faulty one. */
    void setLagging() {
        fault = Optional.empty();
    }

    /** Starts the merge; awaits a slot of a busy server until {@link System#nanoTime} reaches {@code deadline}. */
    void start(long deadline) throws IOException {
        while (true) {
            StartResponseProto response = call(() -> worker.start(ticket), deadline);
            if (response.getRejection().isEmpty()) {
                return;
            }
            if (!response.getBusy() || System.nanoTime() - deadline >= 0) {
                fault = response.getIncompatible() ? Optional.of(Kind.INCOMPATIBLE) : Optional.empty();
                throw new FallbackException(
                        FallbackReason.REJECTED, worker + " rejected the merge: " + response.getRejection());
            }
            pause(RETRY_MILLIS);
            checkActive();
        }
    }

    private void checkActive() throws FallbackException {
        if (!owner.active().getAsBoolean()) {
            fault = Optional.empty();
            throw new FallbackException(FallbackReason.FAILED, "the store no longer accepts writes");
        }
    }

    /** Requests a block and returns when the DataNode has acknowledged its bytes. */
    StateProto write(BlockProto block) throws IOException {
        return await(
                StepRequestProto.newBuilder().setOpen(block),
                state -> state.getBlock() == block.getIndex() && state.getPhase() == Phase.WRITTEN);
    }

    /** Finalizes a replica, with a new generation stamp unless it is 0; a finalized replica only gets the new stamp. */
    void finish(BlockProto block, long generationStamp) throws IOException {
        await(
                StepRequestProto.newBuilder().setFinalizeReplica(block),
                state -> state.getBlock() > block.getIndex()
                        && (generationStamp == 0 || state.getGenerationStamp() == generationStamp));
    }

    private interface Arrived {
        boolean at(StateProto state);
    }

    private StateProto await(StepRequestProto.Builder command, Arrived arrived) throws IOException {
        long progressed = System.nanoTime();
        StateProto known = null;
        while (true) {
            checkActive();
            StepRequestProto.Builder request = command.clone()
                    .setId(ticket.getId())
                    .setWaitMillis(WAIT_MILLIS)
                    .setPressure(owner.pressure().getAsDouble());
            long sent = System.nanoTime();
            StepRequestProto step = (known == null ? request : request.setKnown(known)).build();
            StateProto state = call(() -> worker.step(step), sent + timeout.toNanos());
            last = state;
            report.run();
            if (state.getPhase() == Phase.FAILED) {
                fault = state.getCancelled() ? Optional.empty() : fault;
                throw new FallbackException(FallbackReason.FAILED, worker + " failed: " + state.getFailure());
            }
            if (arrived.at(state)) {
                return state;
            }
            // The first response always counts as progress, even if it was slow.
            if (known == null || state.getCells() > known.getCells() || state.getBlock() > known.getBlock()) {
                progressed = System.nanoTime();
            } else if (System.nanoTime() - progressed > limit(state).toNanos()) {
                throw new FallbackException(
                        FallbackReason.FAILED,
                        worker + " made no progress for " + limit(state).toSeconds() + " s");
            }
            if (known != null && isSame(known, state)) {
                pause(POLL_MILLIS - (System.nanoTime() - sent) / 1_000_000);
            }
            known = state;
        }
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    /** Repeats a call that the server drops because its call queue is full, as HBase's client does: a busy server is no faulty one. */
    private <T> T call(Call<T> call, long deadline) throws IOException {
        while (true) {
            try {
                return call.run();
            } catch (CallDroppedException e) {
                if (System.nanoTime() - deadline >= 0) {
                    fault = Optional.empty();
                    throw e;
                }
            }
            pause(RETRY_MILLIS);
            checkActive();
        }
    }

    private static boolean isSame(StateProto known, StateProto state) {
        return known.getPhase() == state.getPhase() && known.getBlock() == state.getBlock();
    }

    private void pause(long millis) throws IOException {
        try {
            Thread.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("interrupted while waiting for " + worker).initCause(e);
        }
    }

    /** The server may throttle a merge, and a merge may read many cells before it writes one. */
    private Duration limit(StateProto state) {
        return state.getPhase() == Phase.MERGING ? timeout.multipliedBy(MERGING_FACTOR) : timeout;
    }

    private static final int MERGING_FACTOR = 10;

    /** Sends keep-alive requests until the latch opens: the merge gets no other request while it waits for the others. */
    void keepAlive(CountDownLatch over) {
        try {
            while (!over.await(Math.min(timeout.toMillis() / ALIVE_SHARE, ALIVE_MILLIS), TimeUnit.MILLISECONDS)) {
                send(StepRequestProto.newBuilder());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final int ALIVE_SHARE = 4;
    private static final long ALIVE_MILLIS = 15_000;

    /** Aborts the merge in any state. */
    void abort() {
        send(StepRequestProto.newBuilder().setAbort(true));
    }

    /** Ends the merge after the file is complete. */
    void end() {
        send(StepRequestProto.newBuilder().setEnd(true));
    }

    private void send(StepRequestProto.Builder command) {
        try {
            StepRequestProto step = command.setId(ticket.getId()).build();
            call(() -> worker.step(step), System.nanoTime() + timeout.toNanos());
        } catch (IOException e) {
            LOG.info("Cannot reach {}; its merge {} aborts after the progress timeout", worker, ticket.getId(), e);
        }
    }

    @Override
    public String toString() {
        return worker.toString();
    }
}
