package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.underbase.combinedlog.block.ReplayProgress.Step;
import org.underbase.combinedlog.block.ReplicaStore.Durability;

/** Intact replicas of a replay that one sync of their file system makes durable. Thread-confined. */
final class ReplaySync {
    private final ReplicaStore store;
    private final Map<Group, Integer> counts = new HashMap<>();
    private final Map<Group, Durability> methods = new LinkedHashMap<>();
    /** Replicas that wait for the sync, or are verified again after it. */
    private final Map<BlockKey, ReplayPlan> pending = new LinkedHashMap<>();

    private final Map<BlockKey, Group> synced = new HashMap<>();
    private boolean done;

    /** Replicas that become durable by the same method. */
    private record Group(String storage, String pool) {
        static Group of(BlockKey key, ReplayPlan plan) {
            return new Group(plan.storage(), key.pool());
        }
    }

    /**
     * @param store replicas
     * @param plans all replicas with records
     */
    ReplaySync(ReplicaStore store, Map<BlockKey, ReplayPlan> plans) {
        this.store = store;
        plans.forEach((key, plan) -> {
            if (plan.isNeeded()) {
                counts.merge(Group.of(key, plan), 1, Integer::sum);
            }
        });
    }

    private Durability method(Group group) {
        return methods.computeIfAbsent(
                group, any -> store.durability(group.storage(), group.pool(), counts.getOrDefault(group, 0)));
    }

    /** Whether the page cache of a replica contains what is on disk, or the kernel reports an error to the next sync. */
    boolean isTrusted(BlockKey key, ReplayPlan plan) {
        return method(Group.of(key, plan)) != Durability.REWRITE || store.isRewritten(key, plan.storage());
    }

    /** Remembers that a replica which was not trusted is on disk now: a repeated replay makes progress if it is always interrupted. */
    void rewritten(BlockKey key, ReplayPlan plan) {
        if (method(Group.of(key, plan)) == Durability.REWRITE) {
            store.rewritten(key, plan.storage());
        }
    }

    /**
     * Reports whether a sync makes an intact, trusted replica durable.
     *
     * @param changed whether the caller has just truncated its files
     * @return false if the replica needs an fsync
     */
    boolean covers(BlockKey key, ReplayPlan plan, boolean changed) {
        Group group = Group.of(key, plan);
        if (method(group) != Durability.SYNC) {
            return false;
        }
        if (done) {
            return !changed && group.equals(synced.get(key));
        }
        pending.put(key, plan);
        return true;
    }

    /**
     * Syncs the file systems of the waiting replicas.
     *
     * @param failed whether a storage has failed
     * @return replicas to verify again: the kernel may have dropped pages that it could not write
     * @throws IOException if the thread was interrupted
     */
    Map<BlockKey, ReplayPlan> run(Predicate<String> failed, ReplayProgress progress) throws IOException {
        Map<Group, Durability> results = new LinkedHashMap<>();
        pending.forEach((key, plan) -> results.put(Group.of(key, plan), Durability.REWRITE));
        long syncs = 0;
        for (Map.Entry<Group, Durability> each : results.entrySet()) {
            Group group = each.getKey();
            if (!failed.test(group.storage())) {
                long before = syncs;
                Runnable waiting = () -> progress.progress(Step.SYNC, before, results.size());
                each.setValue(store.sync(group.storage(), group.pool(), waiting));
            }
            syncs++;
            progress.progress(Step.SYNC, syncs, results.size());
            methods.put(group, each.getValue());
        }
        pending.forEach((key, plan) -> synced.put(key, Group.of(key, plan)));
        done = true;
        return pending;
    }
}
