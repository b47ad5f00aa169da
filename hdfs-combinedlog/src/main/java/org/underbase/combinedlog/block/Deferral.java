package org.underbase.combinedlog.block;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.underbase.combinedlog.block.BlockReplay.Age;
import org.underbase.combinedlog.block.BlockReplay.Mode;
import org.underbase.combinedlog.block.BlockReplay.Source;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.DeferredRecords.Part;
import org.underbase.combinedlog.journal.JournalRecord;
import org.underbase.combinedlog.journal.RecordSink;
import org.underbase.combinedlog.journal.Replayed;

/**
 * Replay of a journal with the records that earlier replays deferred. Records that cannot be applied, because their storage is
 * missing or failed, are deferred before the journal discards them. Not thread-safe.
 */
public final class Deferral implements Closeable {
    private final DeferredRecords files;

    /**
     * Creates the deferral of a journal.
     *
     * @param files files of the deferred records; closed with this object
     */
    public Deferral(DeferredRecords files) {
        this.files = files;
    }

    /**
     * Returns the files with deferred records.
     *
     * @return files, oldest first
     * @throws IOException if a file cannot be read or is corrupt
     */
    public List<Part> parts() throws IOException {
        return files.parts();
    }

    /** Passes the records of a file to a sink, in order. */
    Replayed read(Part part, RecordSink sink) throws IOException {
        return files.read(part, sink);
    }

    /**
     * Returns the block pools of deferred records.
     *
     * @param part file to read
     * @return IDs of the pools
     * @throws IOException if the file cannot be read or is corrupt
     */
    public Set<String> pools(Part part) throws IOException {
        Set<String> pools = new HashSet<>();
        files.read(part, record -> pools.add(BlockRecord.decode(record).key().pool()));
        return pools;
    }

    /**
     * Replays the deferred records of the existing storages, then the journal. When this returns, the records of the reported
     * failures are deferred, and all bytes are on disk in the replicas' files, except those of {@link ReplayReport#kept}.
     *
     * @param journal ID of the journal
     * @param records records of the journal
     * @param store replicas
     * @param check check that runs before any change
     * @param progress receiver of the progress
     * @param mode effect of the replay
     * @return the result
     * @throws IOException by the check, or if records cannot be read or deferred: the journal must not be started, and the call
     *     can be repeated
     */
    public ReplayReport replay(
            UUID journal,
            BlockReplay.Records records,
            ReplicaStore store,
            BlockReplay.Check check,
            ReplayProgress progress,
            Mode mode)
            throws IOException {
        List<Part> parts = existing(store);
        Map<BlockKey, Long> aside = setAside(journal, records);
        List<Source> sources = sources(parts, without(aside, records));
        // The journal may keep no records that are skipped here: the next replay would not skip them.
        Mode safe = mode == Mode.KEEP && !aside.isEmpty() ? Mode.DISCARD : mode;
        ReplayReport report = BlockReplay.run(sources, store, check, progress, safe);
        deleteRepeated(journal, records, parts);
        if (report.failures().replicaCount() > 0) {
            defer(journal, sources, parts, store, report.failures());
        }
        for (Part part : parts) {
            files.delete(part);
        }
        return report;
    }

    /**
     * Replays the deferred records of a storage that returned. Records that cannot be applied stay deferred.
     *
     * @param store replicas of the storage
     * @return the result
     * @throws IOException if records cannot be read or deferred
     */
    public ReplayReport replay(ReplicaStore store) throws IOException {
        return replay(
                new UUID(0, 0),
                sink -> new Replayed(0, 0, 0, List.of()),
                store,
                pools -> {},
                ReplayProgress.NONE,
                Mode.DISCARD);
    }

    /**
     * Reports the result of {@link #replay} without changing anything. A replica that the replay would repair may still turn out
     * to be corrupt.
     *
     * @param journal ID of the journal
     * @param records records of the journal
     * @param store replicas
     * @param check check as of a replay
     * @return the expected result
     * @throws IOException as thrown by a replay
     */
    public ReplayReport preview(UUID journal, BlockReplay.Records records, ReplicaStore store, BlockReplay.Check check)
            throws IOException {
        List<Source> sources = sources(existing(store), without(setAside(journal, records), records));
        return BlockReplay.run(sources, store, check, ReplayProgress.NONE, Mode.PREVIEW);
    }

    private List<Part> existing(ReplicaStore store) throws IOException {
        return files.parts().stream()
                .filter(part -> !store.isMissing(part.storage()))
                .toList();
    }

    private List<Source> sources(List<Part> parts, BlockReplay.Records records) {
        List<Source> sources = new ArrayList<>();
        for (Part part : parts) {
            sources.add(new Source(sink -> files.read(part, sink), part.served() ? Age.SERVED : Age.DEFERRED));
        }
        sources.add(new Source(records, Age.CURRENT));
        return sources;
    }

    /**
     * Finds the replicas that were set aside while the journal was running and kept their records, if it has discarded some of these
     * since: then only their file is complete.
     *
     * @return sequence of the last record in the file, by block
     */
    private Map<BlockKey, Long> setAside(UUID journal, BlockReplay.Records records) throws IOException {
        Map<BlockKey, Long> aside = new HashMap<>();
        List<Part> own = files.parts().stream()
                .filter(part -> part.journal().equals(journal))
                .toList();
        if (!own.isEmpty()) {
            long first = first(records);
            for (Part part : own) {
                if (part.firstSequence() < first && first <= part.lastSequence()) {
                    files.read(part, record -> aside.merge(key(record), part.lastSequence(), Math::max));
                }
            }
        }
        return aside;
    }

    private static BlockReplay.Records without(Map<BlockKey, Long> aside, BlockReplay.Records records) {
        return aside.isEmpty()
                ? records
                : sink -> records.replay(record -> {
                    if (record.sequence() > aside.getOrDefault(key(record), 0L)) {
                        sink.accept(record);
                    }
                });
    }

    private static BlockKey key(JournalRecord record) throws IOException {
        return BlockRecord.decode(record).key();
    }

    private static long first(BlockReplay.Records records) throws IOException {
        long[] first = {Long.MAX_VALUE};
        records.replay(record -> first[0] = Math.min(first[0], record.sequence()));
        return first[0];
    }

    /** Deletes files of an attempt after which the journal was not started: it still contains their records. */
    private void deleteRepeated(UUID journal, BlockReplay.Records records, List<Part> replayed) throws IOException {
        List<Part> others = new ArrayList<>(files.parts());
        others.removeAll(replayed);
        if (others.isEmpty()) {
            return;
        }
        long first = first(records);
        for (Part part : others) {
            if (part.journal().equals(journal) && part.firstSequence() >= first) {
                files.delete(part);
            }
        }
    }

    private void defer(
            UUID journal, List<Source> sources, List<Part> parts, ReplicaStore store, ReplayFailures failures)
            throws IOException {
        for (String storage : failures.storagesOfReplicas()) {
            boolean stays = !failures.storages().containsKey(storage) && !store.isMissing(storage);
            for (int i = 0; i < sources.size(); i++) {
                Source from = sources.get(i);
                Set<BlockKey> failed = failures.replicas(storage, i);
                if (!failed.isEmpty()) {
                    files.add(
                            i < parts.size() ? parts.get(i).journal() : journal,
                            storage,
                            stays || from.age() == Age.SERVED,
                            sink -> from.records().replay(selecting(failed, sink)));
                }
            }
        }
    }

    /**
     * Writes the kept records of some replicas, whose storage left service, to a file.
     *
     * @param journal ID of the journal
     * @param storage ID of the storage
     * @param keys blocks of the replicas
     * @param records kept records of the journal
     * @throws IOException if they cannot be read or written
     */
    public void setAside(UUID journal, String storage, Set<BlockKey> keys, BlockReplay.Records records)
            throws IOException {
        files.addKept(journal, storage, sink -> records.replay(selecting(keys, sink)));
    }

    private static RecordSink selecting(Set<BlockKey> keys, RecordSink sink) {
        return record -> {
            if (keys.contains(BlockRecord.decode(record).key())) {
                sink.accept(record);
            }
        };
    }

    /**
     * Discards the records of a file.
     *
     * @param part file to delete
     * @throws IOException if it cannot be deleted
     */
    public void discard(Part part) throws IOException {
        files.delete(part);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
