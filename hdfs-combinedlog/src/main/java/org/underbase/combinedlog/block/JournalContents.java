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
 * What a journal tells of replicas that is not yet durable in their files.
 *
 * @param journal counts of records
 * @param pools by the id of the block pool
 * @param storages by the id of the storage
 */
public record JournalContents(Replayed journal, SortedMap<String, Part> pools, SortedMap<String, Part> storages) {
    /**
     * A part of it.
     *
     * @param records that are to be replayed
     * @param replicas that they tell of, without those of which everything was dropped again
     * @param bytes of data in them
     */
    public record Part(long records, long replicas, long bytes) {
        private static final Part NOTHING = new Part(0, 0, 0);

        private Part plus(Part other) {
            return new Part(records + other.records, replicas + other.replicas, bytes + other.bytes);
        }
    }

    /** What is found of one replica. */
    private static final class Found {
        private long records;
        private long bytes;
        private boolean dropped;
        private String storage = "";
    }

    /**
     * Reads the records of a journal. Nothing is changed.
     *
     * @param view the journal
     * @return what it holds
     * @throws IOException where it cannot be read or a record is none of a replica
     */
    public static JournalContents of(JournalView view) throws IOException {
        Map<BlockKey, Found> replicas = new HashMap<>();
        Replayed counts = view.pending(record -> {
            BlockRecord told = BlockRecord.decode(record);
            Found found = replicas.computeIfAbsent(told.key(), any -> new Found());
            found.records++;
            found.bytes += told.data().remaining();
            found.dropped = told.kind() == Kind.VOID;
            found.storage = told.storage();
        });
        SortedMap<String, Part> pools = new TreeMap<>();
        SortedMap<String, Part> storages = new TreeMap<>();
        replicas.forEach((key, found) -> {
            Part part = new Part(found.records, found.dropped ? 0 : 1, found.bytes);
            pools.merge(key.pool(), part, Part::plus);
            storages.merge(found.storage, part, Part::plus);
        });
        return new JournalContents(counts, pools, storages);
    }

    /**
     * Everything together.
     *
     * @return the sum
     */
    public Part all() {
        return pools.values().stream().reduce(Part.NOTHING, Part::plus);
    }

    /**
     * Tells which storages have replicas that a replay would change or look at.
     *
     * @return their ids
     */
    public Set<String> needed() {
        Set<String> needed = new HashSet<>(storages.keySet());
        needed.removeIf(storage -> storages.get(storage).replicas() == 0);
        return needed;
    }
}
