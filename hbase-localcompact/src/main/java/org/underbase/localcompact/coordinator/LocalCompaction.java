package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.hdfs.BlockwiseFile;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.localcompact.worker.FaultPoints;

/**
 * Local compaction of one store: several servers merge the same files, and their replicas form one HDFS file. A block is
 * finalized when a majority of the replicas has the same bytes. A divergent, missing or unfinalized replica is dropped, and HDFS
 * copies the block from the others.
 */
final class LocalCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompaction.class);
    private static final int MIN_REPLICAS = 2;

    private final String ticket;
    private final BlockwiseFile file;
    private final MergeGroup group;
    private final Limits limits;
    private final LagBudget lag;
    private final Progress progress;
    private final FailureMemory failures;
    private final PhaseTimes times = new PhaseTimes(System::nanoTime);
    private final List<MergeHandle> all;
    private List<MergeHandle> merges;
    private long length;
    private boolean storeSuspected;

    /** {@code file} is a new file on the nodes of {@code merges}, which the caller closes. */
    LocalCompaction(
            String ticket,
            BlockwiseFile file,
            List<MergeHandle> merges,
            MergeGroup group,
            Limits limits,
            Progress progress,
            FailureMemory failures) {
        this.ticket = ticket;
        this.file = file;
        this.all = merges;
        this.merges = merges;
        this.group = group;
        this.limits = limits;
        this.lag = limits.lagBudget();
        this.progress = progress;
        this.failures = failures;
        progress.follow(merges);
    }

    /** Returns the times of the phases, after {@link #run}. */
    PhaseTimes times() {
        return times;
    }

    /** Runs the compaction until the file is complete; returns its length in bytes. */
    long run() throws IOException {
        boolean done = false;
        CountDownLatch over = new CountDownLatch(1);
        try {
            start(over);
            int block = 0;
            while (!write(block)) {
                block++;
            }
            times.enter(PhaseTimes.Phase.COMPLETE);
            FaultPoints.at(FaultPoint.COMPLETING, ticket, block);
            progress.phase("awaiting replicas of the file");
            group.call(() -> {
                file.complete(limits.progress());
                return null;
            });
            times.end();
            FaultPoints.at(FaultPoint.COMPLETE, ticket, block);
            done = true;
            merges.forEach(merge -> failures.succeeded(merge.node()));
            return length;
        } finally {
            over.countDown();
            if (done) {
                group.send(merges, MergeHandle::end);
            } else {
                group.send(all, MergeHandle::abort);
            }
        }
    }

    /**
     * Returns whether merges failed or diverged without a majority, so that the store, its files or a codec may be at fault. Merges
     * that did not start, were cancelled or lagged, and failures of the NameNode, do not count.
     */
    boolean isStoreSuspected() {
        return storeSuspected;
    }

    /**
     * Starts the merges in turn. All coordinators take the slots of the servers in the same order, that of their addresses: a
     * coordinator that holds slots waits only for servers that follow them, so no cycle of waiting coordinators exists. A started
     * merge gets keep-alives until {@code over} opens, also while a later server does not respond.
     */
    private void start(CountDownLatch over) throws IOException {
        long deadline = System.nanoTime() + limits.slotWait().toNanos();
        List<MergeHandle> ordered = merges.stream()
                .sorted(Comparator.comparing(MergeHandle::dataNode))
                .toList();
        for (MergeHandle merge : ordered) {
            progress.phase("awaiting a merge slot of " + merge);
            MergeGroup.Outcome<MergeHandle> started = group.onEach(List.of(merge), 0, each -> {
                each.start(deadline);
                return each;
            });
            if (!started.failed().isEmpty()) {
                if (merge.fault().equals(Optional.of(Kind.INCOMPATIBLE))) {
                    remember(started.failed());
                }
                throw first(started.failed());
            }
            group.send(List.of(merge), each -> each.keepAlive(over));
        }
        FaultPoints.at(FaultPoint.TICKETS_SENT, ticket, 0);
    }

    /**
     * Remembers failed merges. Call it only if a majority agreed without them, or the servers are incompatible: otherwise the
     * store, its files or the NameNode may be at fault, and a store would exclude all its nodes.
     */
    private void remember(Map<MergeHandle, IOException> failed) {
        failed.forEach((merge, cause) ->
                merge.fault().ifPresent(kind -> failures.add(merge.node(), kind, String.valueOf(cause.getMessage()))));
    }

    private int majority() {
        return Math.max(MIN_REPLICAS, all.size() / 2 + 1);
    }

    /** Writes a block; returns whether it was the last. */
    private boolean write(int index) throws IOException {
        times.enter(PhaseTimes.Phase.ALLOCATE);
        LocatedBlock located = group.call(file::nextBlock);
        FaultPoints.at(FaultPoint.PLACED, ticket, index);
        times.enter(PhaseTimes.Phase.MERGE);
        BlockProto block = block(index, located);
        progress.phase("merging block " + index);
        MergeGroup.Outcome<StateProto> written = group.onEach(merges, majority(), lag, merge -> merge.write(block));
        FaultPoints.at(FaultPoint.WRITTEN, ticket, index);
        StateProto agreed = agreed(written);
        remember(written.failed());
        written.failed()
                .forEach((merge, cause) -> LOG.warn("{} did not write block {} of {}", merge, index, file, cause));
        written.done().forEach((merge, state) -> {
            if (!same(state, agreed)) {
                String cause = "it wrote other bytes than the majority in block " + index + " of " + file;
                LOG.warn("Dropping {} on DataNode {}: {}", merge, merge.dataNode(), cause);
                failures.add(merge.node(), Kind.DIVERGED, cause);
            }
        });
        FaultPoints.at(FaultPoint.AGREED, ticket, index);
        times.enter(PhaseTimes.Phase.FINALIZE);
        progress.phase("finalizing block " + index);
        finish(
                index,
                written.done().entrySet().stream()
                        .filter(each -> same(each.getValue(), agreed))
                        .map(Map.Entry::getKey)
                        .toList());
        FaultPoints.at(FaultPoint.FINAL, ticket, index);
        file.endBlock(agreed.getLength());
        length += agreed.getLength();
        return agreed.getLast();
    }

    /** Finalizes the replicas of the merges that agree. */
    private void finish(int index, List<MergeHandle> agreeing) throws IOException {
        List<MergeHandle> survivors = agreeing;
        if (survivors.size() == merges.size()) {
            BlockProto unchanged = BlockProto.newBuilder()
                    .setIndex(index)
                    .setLocated(ByteString.EMPTY)
                    .build();
            survivors = finished(survivors, unchanged, 0);
        }
        if (survivors.size() < merges.size()) {
            dropOthers(survivors, index);
        }
    }

    /** Bumps the generation stamp of the agreeing replicas, which makes the replicas of the dropped merges stale. */
    private void dropOthers(List<MergeHandle> agreeing, int index) throws IOException {
        List<MergeHandle> survivors = agreeing;
        List<MergeHandle> requested;
        do {
            requested = survivors;
            LocatedBlock bumped = group.call(file::beginRecovery);
            survivors =
                    finished(requested, block(index, bumped), bumped.getBlock().getGenerationStamp());
        } while (survivors.size() < requested.size());
        List<String> remaining = survivors.stream().map(MergeHandle::dataNode).toList();
        group.call(() -> {
            file.endRecovery(remaining);
            return null;
        });
        List<MergeHandle> dropped = new ArrayList<>(merges);
        dropped.removeAll(survivors);
        LOG.warn("Dropped {} from block {} of {}, ticket {}", dropped, index, file, ticket);
        group.send(dropped, MergeHandle::abort);
        merges = survivors;
        progress.follow(merges);
    }

    /** Finalizes replicas; returns the merges that did it, at least two. */
    private List<MergeHandle> finished(List<MergeHandle> survivors, BlockProto block, long generationStamp)
            throws IOException {
        MergeGroup.Outcome<MergeHandle> outcome = group.onEach(survivors, MIN_REPLICAS, merge -> {
            merge.finish(block, generationStamp);
            return merge;
        });
        outcome.failed()
                .forEach((merge, cause) -> LOG.warn("{} did not finalize block {}", merge, block.getIndex(), cause));
        if (outcome.done().size() < MIN_REPLICAS) {
            throw withoutMajority(outcome.failed());
        }
        if (outcome.done().size() >= majority()) {
            remember(outcome.failed());
        }
        return List.copyOf(outcome.done().keySet());
    }

    private static BlockProto block(int index, LocatedBlock block) {
        return BlockProto.newBuilder()
                .setIndex(index)
                .setLocated(PBHelperClient.convertLocatedBlock(block).toByteString())
                .build();
    }

    private StateProto agreed(MergeGroup.Outcome<StateProto> written) throws IOException {
        Map<MergeHandle, StateProto> states = written.done();
        for (StateProto candidate : states.values()) {
            long votes = states.values().stream()
                    .filter(each -> same(each, candidate))
                    .count();
            if (votes >= majority()) {
                return candidate;
            }
        }
        if (states.size() >= MIN_REPLICAS) {
            storeSuspected = true;
            throw new FallbackException(
                    FallbackReason.DIVERGED, "the merges wrote different bytes: " + describe(states));
        }
        throw withoutMajority(written.failed());
    }

    private IOException withoutMajority(Map<MergeHandle, IOException> failed) {
        storeSuspected =
                failed.keySet().stream().anyMatch(merge -> merge.fault().isPresent());
        return first(failed);
    }

    private static String describe(Map<MergeHandle, StateProto> written) {
        StringBuilder text = new StringBuilder();
        written.forEach((merge, state) -> text.append(text.isEmpty() ? "" : ", ")
                .append(merge)
                .append(' ')
                .append(state.getLength())
                .append(" bytes"));
        return text.toString();
    }

    private static boolean same(StateProto one, StateProto other) {
        return one.getLength() == other.getLength()
                && one.getLast() == other.getLast()
                && one.getDigest().equals(other.getDigest());
    }

    private static IOException first(Map<MergeHandle, IOException> failed) {
        IOException first = failed.values().iterator().next();
        return first instanceof FallbackException
                ? first
                : new FallbackException(FallbackReason.FAILED, String.valueOf(first.getMessage()), first);
    }
}
