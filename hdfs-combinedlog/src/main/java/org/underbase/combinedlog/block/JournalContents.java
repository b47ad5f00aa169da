package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.Replayed;

/**
 * Summary of the records in a journal that are not yet durable in block files.
 *
 * @param journal counts of records
 * @param pools summaries by block pool ID
 * @param storages summaries by storage ID
 */
public record JournalContents(Replayed journal, SortedMap<String, Part> pools, SortedMap<String, Part> storages) {
    /**
     * Summary of a block pool or a storage.
     *
     * @param records number of records to replay
     * @param replicas number of replicas with records, without replicas whose records are all superseded
     * @param bytes data in the records, in bytes
     */
    public record Part(long records, long replicas, long bytes) {
        private static final Part NOTHING = new Part(0, 0, 0);

        private Part plus(Part other) {
            return new Part(records + other.records, replicas + other.replicas, bytes + other.bytes);
        }
    }

    /** Counts of one replica. */
    private static final class Counts {
        private long records;
        private long bytes;
        private boolean superseded;
        private String storage = "";
    }

    /**
     * Reads the records of a journal without changing it.
     *
     * @param view view of the journal
     * @return the summary
     * @throws IOException if the journal cannot be read or a record is not a valid record of a replica
     */
    public static JournalContents of(JournalView view) throws IOException {
        Map<BlockKey, Counts> replicas = new HashMap<>();
        Replayed replayed = view.pending(record -> {
            BlockRecord decoded = BlockRecord.decode(record);
            Counts counts = replicas.computeIfAbsent(decoded.key(), any -> new Counts());
            counts.records++;
            counts.bytes += decoded.data().remaining();
            counts.superseded = decoded.type() == RecordType.SUPERSEDED
                    || (counts.superseded && decoded.type() == RecordType.SUSPECT);
            counts.storage = decoded.storage();
        });
        SortedMap<String, Part> pools = new TreeMap<>();
        SortedMap<String, Part> storages = new TreeMap<>();
        replicas.forEach((key, counts) -> {
            Part part = new Part(counts.records, counts.superseded ? 0 : 1, counts.bytes);
            pools.merge(key.pool(), part, Part::plus);
            storages.merge(counts.storage, part, Part::plus);
        });
        return new JournalContents(replayed, pools, storages);
    }

    /**
     * Adds up all block pools.
     *
     * @return the sum
     */
    public Part all() {
        return pools.values().stream().reduce(Part.NOTHING, Part::plus);
    }

    /**
     * Returns the storages with replicas that a replay reads or changes.
     *
     * @return storage IDs
     */
    public Set<String> needed() {
        Set<String> needed = new HashSet<>(storages.keySet());
        needed.removeIf(storage -> storages.get(storage).replicas() == 0);
        return needed;
    }
}
