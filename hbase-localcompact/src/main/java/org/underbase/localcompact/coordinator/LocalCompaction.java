package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.hdfs.ReplicatedFile;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;

/**
 * Has several servers merge the same files and makes one HDFS file of what they write. A block is final when a majority of the
 * replicas has the same bytes; a replica that has others, or none, is left out, and HDFS copies it from the rest.
 */
final class LocalCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompaction.class);
    private static final int FEWEST = 2;

    private final ReplicatedFile file;
    private final ExecutorService pool;
    private final Duration patience;
    private final List<Link> all;
    private List<Link> links;
    private long length;

    /** {@code file} is new, on the nodes of {@code links}; closed by the caller. */
    LocalCompaction(ReplicatedFile file, List<Link> links, ExecutorService pool, Duration patience) {
        this.file = file;
        this.all = links;
        this.links = links;
        this.pool = pool;
        this.patience = patience;
    }

    /** Returns when the file is whole and all of its replicas are reported; how long it is. */
    long run() throws IOException {
        boolean done = false;
        try {
            Map<Link, IOException> refused = new LinkedHashMap<>();
            each(
                    links,
                    link -> {
                        link.start();
                        return link;
                    },
                    refused);
            if (!refused.isEmpty()) {
                throw first(refused);
            }
            for (int block = 0; !write(block); block++) {
                LOG.debug("{} has {} blocks", file, block + 1);
            }
            file.complete(patience);
            done = true;
            return length;
        } finally {
            if (!done) {
                all.forEach(Link::abort);
            }
        }
    }

    /** Writes a block; true when it was the last. */
    private boolean write(int index) throws IOException {
        BlockProto block = block(index, file.nextBlock());
        Map<Link, IOException> failed = new LinkedHashMap<>();
        Map<Link, StateProto> written = each(links, link -> link.write(block), failed);
        StateProto agreed = agreed(written, failed);
        List<Link> survivors = written.entrySet().stream()
                .filter(each -> same(each.getValue(), agreed))
                .map(Map.Entry::getKey)
                .toList();
        if (survivors.size() == links.size()) {
            finish(
                    survivors,
                    BlockProto.newBuilder()
                            .setIndex(index)
                            .setLocated(ByteString.EMPTY)
                            .build());
        } else {
            leaveOut(survivors, index);
        }
        file.endBlock(agreed.getLength());
        length += agreed.getLength();
        return agreed.getLast();
    }

    /** The replicas of those that go on get a new generation stamp, so that what the others left behind counts for nothing. */
    private void leaveOut(List<Link> survivors, int index) throws IOException {
        List<Link> losers = new ArrayList<>(links);
        losers.removeAll(survivors);
        LOG.warn("The block {} of {} goes on without {}", index, file, losers);
        losers.forEach(Link::abort);
        finish(survivors, block(index, file.beginRecovery()));
        file.endRecovery(survivors.stream().map(Link::dataNode).toList());
        links = survivors;
    }

    private void finish(List<Link> survivors, BlockProto block) throws IOException {
        Map<Link, IOException> failed = new LinkedHashMap<>();
        each(
                survivors,
                link -> {
                    link.finish(block);
                    return link;
                },
                failed);
        if (!failed.isEmpty()) {
            throw first(failed);
        }
    }

    private static BlockProto block(int index, LocatedBlock block) {
        return BlockProto.newBuilder()
                .setIndex(index)
                .setLocated(PBHelperClient.convertLocatedBlock(block).toByteString())
                .build();
    }

    private StateProto agreed(Map<Link, StateProto> written, Map<Link, IOException> failed) throws IOException {
        for (StateProto candidate : written.values()) {
            long votes = written.values().stream()
                    .filter(each -> same(each, candidate))
                    .count();
            if (votes >= FEWEST && votes * 2 > all.size()) {
                return candidate;
            }
        }
        if (written.size() >= FEWEST) {
            throw new NotLocalException(Reason.DIVERGED, "the merges wrote different bytes: " + describe(written));
        }
        throw first(failed);
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

    private interface Step<T> {
        T on(Link link) throws IOException;
    }

    /** At the same time on all; what fails is put aside. */
    private <T> Map<Link, T> each(List<Link> on, Step<T> step, Map<Link, IOException> failed) throws IOException {
        Map<Link, Future<T>> running = new LinkedHashMap<>();
        for (Link link : on) {
            Callable<T> call = () -> step.on(link);
            running.put(link, pool.submit(call));
        }
        Map<Link, T> done = new LinkedHashMap<>();
        for (Map.Entry<Link, Future<T>> each : running.entrySet()) {
            try {
                done.put(each.getKey(), each.getValue().get());
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                failed.put(each.getKey(), cause instanceof IOException io ? io : new IOException(cause));
            } catch (InterruptedException e) {
                running.values().forEach(future -> future.cancel(true));
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("the compaction was interrupted").initCause(e);
            }
        }
        return done;
    }
}
