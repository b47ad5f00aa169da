package org.underbase.combinedlog.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.combinedlog.journal.SequenceRange;

/**
 * Replicas whose replayed records the journal must keep, because a replay returned before their files were fsynced. Thread-confined.
 */
public final class KeptReplicas {
    private final List<KeptReplica> unsynced = new ArrayList<>();
    private final List<KeptReplica> settled = new ArrayList<>();

    KeptReplicas() {}

    /**
     * Returns an object without replicas.
     *
     * @return result of a start without a replay
     */
    public static KeptReplicas none() {
        return new KeptReplicas();
    }

    void add(KeptReplica replica) {
        unsynced.add(replica);
    }

    /** Adds a replica whose kept records must not be replayed again: it was deleted, or its files are on disk. */
    void addSettled(KeptReplica replica) {
        settled.add(replica);
    }

    List<KeptReplica> unsynced() {
        return unsynced;
    }

    List<KeptReplica> settled() {
        return settled;
    }

    /**
     * Returns the number of replicas that may not be on disk.
     *
     * @return number of replicas; 0 if the journal must not keep any record
     */
    public int count() {
        return unsynced.size();
    }

    /**
     * Returns the records that the journal must keep.
     *
     * @return sequences of the first and the last record by block; the third argument of {@code Journal.start}
     */
    public Map<BlockKey, SequenceRange> records() {
        Map<BlockKey, SequenceRange> records = new HashMap<>();
        unsynced.forEach(each -> records.put(each.now().key(), each.records()));
        return records;
    }
}
