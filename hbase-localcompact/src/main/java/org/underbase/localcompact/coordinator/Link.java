package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** One merge on one server, as its coordinator sees it. One thread at a time may use it. */
final class Link {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);
    private static final int WAIT_MILLIS = 1000;

    private final String dataNode;
    private final Worker worker;
    private final TicketProto ticket;
    private final Duration patience;
    private final BooleanSupplier wanted;
    private volatile StateProto last = StateProto.getDefaultInstance();

    /** {@code wanted} tells whether the compaction is to go on. */
    Link(String dataNode, Worker worker, TicketProto ticket, Duration patience, BooleanSupplier wanted) {
        this.dataNode = dataNode;
        this.worker = worker;
        this.ticket = ticket.toBuilder().setDataNode(dataNode).build();
        this.patience = patience;
        this.wanted = wanted;
    }

    String dataNode() {
        return dataNode;
    }

    /** As it was when it was asked last: a second ago at most while something is awaited of it. */
    StateProto last() {
        return last;
    }

    void start() throws IOException {
        String refusal = worker.start(ticket);
        if (!refusal.isEmpty()) {
            throw new NotLocalException(Reason.REFUSED, worker + " refused: " + refusal);
        }
    }

    /** Has a block written, and returns when the DataNode has its bytes. */
    StateProto write(BlockProto block) throws IOException {
        return await(
                StepRequestProto.newBuilder().setOpen(block),
                state -> state.getBlock() == block.getIndex() && state.getPhase() == Phase.WRITTEN);
    }

    /** Has a replica finalized, with a new generation stamp unless that is 0; or gives the stamp to one that is final. */
    void finish(BlockProto block, long stamp) throws IOException {
        await(
                StepRequestProto.newBuilder().setFinish(block),
                state -> state.getBlock() > block.getIndex() && (stamp == 0 || state.getStamp() == stamp));
    }

    private interface Arrived {
        boolean at(StateProto state);
    }

    private StateProto await(StepRequestProto.Builder word, Arrived arrived) throws IOException {
        long progressed = System.nanoTime();
        StateProto known = null;
        while (true) {
            if (!wanted.getAsBoolean()) {
                throw new NotLocalException(Reason.FAILED, "the store takes no writes any more");
            }
            StepRequestProto.Builder request =
                    word.clone().setId(ticket.getId()).setWaitMillis(WAIT_MILLIS);
            StateProto state = worker.step((known == null ? request : request.setKnown(known)).build());
            last = state;
            if (state.getPhase() == Phase.FAILED) {
                throw new NotLocalException(Reason.FAILED, worker + " failed: " + state.getFailure());
            }
            if (arrived.at(state)) {
                return state;
            }
            // The first answer is news, too, however long it was on its way.
            if (known == null || state.getCells() > known.getCells() || state.getBlock() > known.getBlock()) {
                progressed = System.nanoTime();
            } else if (System.nanoTime() - progressed > limit(state).toNanos()) {
                throw new NotLocalException(
                        Reason.FAILED,
                        worker + " made no progress for " + limit(state).toSeconds() + " s");
            }
            known = state;
        }
    }

    /** A merge is slowed down by its server, and may read much before there is a cell to write. */
    private Duration limit(StateProto state) {
        return state.getPhase() == Phase.MERGING ? patience.multipliedBy(MERGING_SHARE) : patience;
    }

    private static final int MERGING_SHARE = 10;

    /**
     * Lets the merge know that its coordinator lives, as long as the latch is closed: while it waits for the others, nothing
     * else is said to it.
     */
    void keepAlive(CountDownLatch over) {
        try {
            while (!over.await(Math.min(patience.toMillis() / ALIVE_SHARE, ALIVE_MILLIS), TimeUnit.MILLISECONDS)) {
                tell(StepRequestProto.newBuilder());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final int ALIVE_SHARE = 4;
    private static final long ALIVE_MILLIS = 15_000;

    /** Ends the merge, whatever it does. */
    void abort() {
        tell(StepRequestProto.newBuilder().setAbort(true));
    }

    /** Nothing more is asked of the merge: the file is whole. */
    void end() {
        tell(StepRequestProto.newBuilder().setEnd(true));
    }

    private void tell(StepRequestProto.Builder word) {
        try {
            worker.step(word.setId(ticket.getId()).build());
        } catch (IOException e) {
            LOG.info("{} does not hear of its merge {}, which ends by itself if that lasts", worker, ticket.getId(), e);
        }
    }

    @Override
    public String toString() {
        return worker.toString();
    }
}
