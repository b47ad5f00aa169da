package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.PinnedClock;
import org.underbase.localcompact.worker.RealTimeThroughput;

/**
 * Sampled comparison of local compactions with stock ones of the same files at the same time. If the outputs differ, the stock
 * output is published. Unless a change of the store explains the difference, the server starts no further local compaction,
 * because the cause may affect any store. Thread-safe.
 */
public final class ShadowMerges {
    private static final Logger LOG = LoggerFactory.getLogger(ShadowMerges.class);

    private final FileSystem fs;
    private final OrphanCleaner orphans;
    private final Configuration site;
    private final AtomicLong compactions = new AtomicLong();
    private final LongAdder equal = new LongAdder();
    private final LongAdder different = new LongAdder();
    private final LongAdder inconclusive = new LongAdder();
    private volatile Optional<String> difference = Optional.empty();

    /** {@code orphans} deletes the outputs that are not published; {@code site} is the configuration of the server. */
    ShadowMerges(FileSystem fs, OrphanCleaner orphans, Configuration site) {
        this.fs = fs;
        this.orphans = orphans;
        this.site = site;
    }

    /** Stock compaction of the same request. */
    @FunctionalInterface
    public interface Stock {
        /**
         * Runs the compaction.
         *
         * @param throughput throughput limit
         * @return output files
         * @throws IOException if it fails; it then has deleted its files
         */
        List<Path> compact(ThroughputController throughput) throws IOException;
    }

    /** Returns the difference that ended the local compactions of this server; empty without a difference. */
    Optional<String> difference() {
        return difference;
    }

    /**
     * Selects the output to publish: every Nth local compaction is compared with a stock one. The other output is deleted.
     *
     * @param local output of the local compaction
     * @param store compacted store
     * @param request compaction request with its files
     * @param throughput throughput limit of the server's compactions
     * @param stock stock compaction
     * @return output files to publish
     * @throws IOException if the region closes, compactions are disabled or no output is readable; both outputs are then deleted
     */
    public List<Path> select(
            LocalOutput local,
            HStore store,
            CompactionRequestImpl request,
            ThroughputController throughput,
            Stock stock)
            throws IOException {
        Set<Path> unpublished = new HashSet<>(Set.of(local.path()));
        try {
            List<Path> published = isSampled(LocalCompactKeys.shadowEvery(site))
                    ? compare(local, store, request, throughput, stock, unpublished)
                    : List.of(local.path());
            published.forEach(unpublished::remove);
            return published;
        } finally {
            unpublished.forEach(orphans::delete);
        }
    }

    private boolean isSampled(long every) {
        return every > 0 && compactions.getAndIncrement() % every == 0;
    }

    private List<Path> compare(
            LocalOutput local,
            HStore store,
            CompactionRequestImpl request,
            ThroughputController throughput,
            Stock stock,
            Set<Path> unpublished)
            throws IOException {
        String compaction = Coordinator.describe(store, request);
        ThroughputController limit = new RealTimeThroughput(throughput, () -> !store.areWritesEnabled());
        List<Path> written;
        try {
            written = PinnedClock.compute(local.ticket().getNow(), () -> stock.compact(limit));
        } catch (IOException | RuntimeException e) {
            if (isEnd(e, store)) {
                throw e;
            }
            inconclusive.increment();
            LOG.warn(
                    "Cannot compare local compaction of {} with a stock one: publishing the local output",
                    compaction,
                    e);
            return List.of(local.path());
        }
        unpublished.addAll(written);
        Set<String> compacted = compacted(store);
        Optional<FileComparison.Difference> found;
        Optional<String> change;
        try {
            found = FileComparison.difference(fs, local.path(), written, limit, store);
            change = found.isEmpty()
                    ? Optional.empty()
                    : change(found.get().afterData(), local.ticket(), compacted, request);
        } catch (IOException | RuntimeException e) {
            if (isEnd(e, store)) {
                throw e;
            }
            inconclusive.increment();
            LOG.warn(
                    "Cannot compare local compaction of {} with a stock one: publishing the stock output, or the local one if only"
                            + " this is readable",
                    compaction,
                    e);
            if (isReadable(written, limit, store)) {
                return written;
            }
            if (isReadable(List.of(local.path()), limit, store)) {
                return List.of(local.path());
            }
            throw e;
        }
        if (found.isEmpty()) {
            equal.increment();
            LOG.info(
                    "Shadow merge of {} equals local output {}",
                    compaction,
                    local.path().getName());
            return List.of(local.path());
        }
        String text = found.get().text();
        if (change.isPresent()) {
            inconclusive.increment();
            LOG.warn(
                    "Shadow merge of {} is inconclusive: {}, and {}. Publishing the stock output",
                    compaction,
                    text,
                    change.get());
            return written;
        }
        different.increment();
        difference = Optional.of("a local compaction differed from a stock one: " + compaction + ", " + text);
        LOG.error(
                "Shadow merge of {}, inputs {}, differs: {}. Publishing the stock output. This server starts no further local"
                        + " compaction until it restarts: check its memory and disks, and set {} to false if this repeats",
                compaction,
                request.getFiles(),
                text,
                LocalCompactKeys.ENABLED.name());
        return written;
    }

    /** Returns whether the region closes or compactions are disabled. A timeout is another failure of the same type. */
    private static boolean isEnd(Exception failure, HStore store) {
        return (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException))
                || !store.areWritesEnabled()
                || Thread.currentThread().isInterrupted();
    }

    private boolean isReadable(List<Path> files, ThroughputController limit, HStore store) throws IOException {
        try {
            FileComparison.read(fs, files, limit, store);
            return true;
        } catch (IOException | RuntimeException e) {
            if (isEnd(e, store)) {
                throw e;
            }
            LOG.warn("Cannot read {}", files, e);
            return false;
        }
    }

    /**
     * Returns the change of the store after the ticket that lets a stock compaction write other bytes; empty without one. The
     * file info, and no block before it, contains the compacted files that the inputs mention and that are not archived.
     */
    private static Optional<String> change(
            boolean afterData, TicketProto ticket, Set<String> compacted, CompactionRequestImpl request)
            throws IOException {
        if (request.getFiles().stream().anyMatch(file -> file.getMaxMemStoreTS() > ticket.getReadPoint())) {
            return Optional.of("a scanner was older than the files");
        }
        for (HStoreFile file : request.getFiles()) {
            for (String name :
                    ProtobufUtil.toCompactedStoreFiles(file.getMetadataValue(HStoreFile.COMPACTION_EVENT_KEY))) {
                if (afterData
                        && compacted.contains(name) != ticket.getCompactedList().contains(name)) {
                    return Optional.of("compacted file " + name + " was added or archived");
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> compacted(HStore store) {
        Set<String> names = new HashSet<>();
        store.getCompactedFiles().forEach(file -> names.add(file.getPath().getName()));
        return names;
    }

    /**
     * Counts the compared compactions with equal outputs.
     *
     * @return number of compactions
     */
    public long equal() {
        return equal.sum();
    }

    /**
     * Counts the compared compactions with different outputs.
     *
     * @return number of compactions
     */
    public long different() {
        return different.sum();
    }

    /**
     * Counts the sampled compactions that could not be compared.
     *
     * @return number of compactions
     */
    public long inconclusive() {
        return inconclusive.sum();
    }
}
