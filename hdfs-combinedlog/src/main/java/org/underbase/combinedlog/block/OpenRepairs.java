package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Replicas that a replay repairs, with their open files. Thread-confined. */
final class OpenRepairs {
    /** Maximum number of replicas that are open at the same time. */
    private static final int MAX_OPEN = 256;

    private final Find find;
    private final Close close;
    private final Map<BlockKey, StoredReplica> open = new LinkedHashMap<>();

    /**
     * @param find search for a replica
     * @param close close of a replica's files, which isolates its failure
     */
    OpenRepairs(Find find, Close close) {
        this.find = find;
        this.close = close;
    }

    /** Search for a replica. */
    interface Find {
        Optional<StoredReplica> find(BlockKey key, ReplayPlan plan) throws IOException;
    }

    /** Close of a replica's files. */
    interface Close {
        void close(BlockKey key, StoredReplica replica);
    }

    /** Applies a record. */
    void apply(BlockRecord record, ReplayPlan plan) throws IOException {
        StoredReplica replica = handle(record.key(), plan);
        switch (record.type()) {
            case DATA -> {
                replica.writeData(record.data(), record.length());
                replica.writeMeta(record.meta(), record.metaOffset());
            }
            case LENGTH -> ReplicaRepair.truncate(replica, record.synced());
            case FINALIZED, SUPERSEDED, SUSPECT -> {}
        }
    }

    /** Makes a replica durable after its last record; false if it does not match its checksums. */
    boolean finish(BlockKey key, ReplayPlan plan) throws IOException {
        StoredReplica replica = handle(key, plan);
        ReplicaRepair.truncateToEnd(replica, Math.min(replica.dataLength(), plan.end()));
        boolean valid = ReplicaRepair.isValid(replica, plan);
        // Before the new generation stamp marks the replica as complete.
        replica.force();
        ReplicaRepair.place(replica, plan);
        replica.force();
        return valid;
    }

    private StoredReplica handle(BlockKey key, ReplayPlan plan) throws IOException {
        StoredReplica replica = open.get(key);
        if (replica == null) {
            if (open.size() >= MAX_OPEN) {
                closeAll();
            }
            replica = find.find(key, plan)
                    .orElseThrow(() -> new IOException("block " + key + " was deleted while its journal was replayed"));
            open.put(key, replica);
        }
        return replica;
    }

    /** Removes a replica, whose files the caller closes. */
    Optional<StoredReplica> remove(BlockKey key) {
        return Optional.ofNullable(open.remove(key));
    }

    void closeAll() {
        Map<BlockKey, StoredReplica> all = new LinkedHashMap<>(open);
        open.clear();
        all.forEach(close::close);
    }
}
