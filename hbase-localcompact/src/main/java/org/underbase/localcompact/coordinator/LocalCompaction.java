package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.hdfs.BlockwiseFile;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.worker.Step;
import org.underbase.localcompact.worker.Steps;

/**
 * Has several servers merge the same files and makes one HDFS file of what they write. A block is final when a majority of the
 * replicas has the same bytes; a replica that has others, or none, or cannot be made final, is left out, and HDFS copies it
 * from the rest.
 */
final class LocalCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompaction.class);
    private static final int FEWEST = 2;

    private final String ticket;
    private final BlockwiseFile file;
    private final Together together;
    private final Duration patience;
    private final Progress progress;
    private final List<Link> all;
    private List<Link> links;
    private long length;

    /** {@code file} is new, on the nodes of {@code links}; closed by the caller. */
    LocalCompaction(
            String ticket,
            BlockwiseFile file,
            List<Link> links,
            ExecutorService pool,
            Duration patience,
            Progress progress) {
        this.ticket = ticket;
        this.file = file;
        this.all = links;
        this.links = links;
        this.together = new Together(pool, patience);
        this.patience = patience;
        this.progress = progress;
        progress.isOf(links);
    }

    /** Returns when the file is whole and all of its replicas are reported; how long it is. */
    long run() throws IOException {
        boolean done = false;
        CountDownLatch over = new CountDownLatch(1);
        try {
            start();
            together.tell(all, link -> link.keepAlive(over));
            int block = 0;
            while (!write(block)) {
                block++;
            }
            Steps.at(Step.COMPLETING, ticket, block);
            file.complete(patience);
            Steps.at(Step.COMPLETE, ticket, block);
            done = true;
            return length;
        } finally {
            over.countDown();
            if (done) {
                together.tell(links, Link::end);
            } else {
                together.tell(all, Link::abort);
            }
        }
    }

    private void start() throws IOException {
        Together.Outcome<Link> started = together.with(links, majority(), link -> {
            link.start();
            return link;
        });
        if (!started.failed().isEmpty()) {
            throw first(started.failed());
        }
        Steps.at(Step.TICKETS_SENT, ticket, 0);
    }

    private int majority() {
        return Math.max(FEWEST, all.size() / 2 + 1);
    }

    /** Writes a block; true when it was the last. */
    private boolean write(int index) throws IOException {
        LocatedBlock located = file.nextBlock();
        Steps.at(Step.PLACED, ticket, index);
        BlockProto block = block(index, located);
        Together.Outcome<StateProto> written = together.with(links, majority(), link -> link.write(block));
        Steps.at(Step.WRITTEN, ticket, index);
        StateProto agreed = agreed(written);
        Steps.at(Step.AGREED, ticket, index);
        finish(
                index,
                written.done().entrySet().stream()
                        .filter(each -> same(each.getValue(), agreed))
                        .map(Map.Entry::getKey)
                        .toList());
        Steps.at(Step.FINAL, ticket, index);
        file.endBlock(agreed.getLength());
        length += agreed.getLength();
        return agreed.getLast();
    }

    /** Makes the replicas of those that agree final. */
    private void finish(int index, List<Link> agreeing) throws IOException {
        List<Link> survivors = agreeing;
        if (survivors.size() == links.size()) {
            BlockProto asItIs = BlockProto.newBuilder()
                    .setIndex(index)
                    .setLocated(ByteString.EMPTY)
                    .build();
            survivors = finished(survivors, asItIs, 0);
        }
        if (survivors.size() < links.size()) {
            leaveOut(survivors, index);
        }
    }

    /** The replicas of those that go on get a new generation stamp, so that what the others left behind counts for nothing. */
    private void leaveOut(List<Link> agreeing, int index) throws IOException {
        List<Link> survivors = agreeing;
        List<Link> asked;
        do {
            asked = survivors;
            LocatedBlock stamped = file.beginRecovery();
            survivors =
                    finished(asked, block(index, stamped), stamped.getBlock().getGenerationStamp());
        } while (survivors.size() < asked.size());
        file.endRecovery(survivors.stream().map(Link::dataNode).toList());
        List<Link> losers = new ArrayList<>(links);
        losers.removeAll(survivors);
        LOG.warn("{} of the ticket {} goes on without {} from block {} on", file, ticket, losers, index);
        together.tell(losers, Link::abort);
        links = survivors;
        progress.isOf(links);
    }

    /** Those whose replicas are final now; a failure when they are too few. */
    private List<Link> finished(List<Link> survivors, BlockProto block, long stamp) throws IOException {
        Together.Outcome<Link> outcome = together.with(survivors, FEWEST, link -> {
            link.finish(block, stamp);
            return link;
        });
        outcome.failed().forEach((link, why) -> LOG.warn("{} does not finish block {}", link, block.getIndex(), why));
        if (outcome.done().size() < FEWEST) {
            throw first(outcome.failed());
        }
        return List.copyOf(outcome.done().keySet());
    }

    private static BlockProto block(int index, LocatedBlock block) {
        return BlockProto.newBuilder()
                .setIndex(index)
                .setLocated(PBHelperClient.convertLocatedBlock(block).toByteString())
                .build();
    }

    private StateProto agreed(Together.Outcome<StateProto> written) throws IOException {
        Map<Link, StateProto> states = written.done();
        for (StateProto candidate : states.values()) {
            long votes = states.values().stream()
                    .filter(each -> same(each, candidate))
                    .count();
            if (votes >= majority()) {
                return candidate;
            }
        }
        if (states.size() >= FEWEST) {
            throw new NotLocalException(Reason.DIVERGED, "the merges wrote different bytes: " + describe(states));
        }
        throw first(written.failed());
    }

    private static String describe(Map<Link, StateProto> written) {
        StringBuilder text = new StringBuilder();
        written.forEach((link, state) -> text.append(text.isEmpty() ? "" : ", ")
                .append(link)
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

    private static IOException first(Map<Link, IOException> failed) {
        IOException first = failed.values().iterator().next();
        return first instanceof NotLocalException
                ? first
                : new NotLocalException(Reason.FAILED, String.valueOf(first.getMessage()), first);
    }
}
