package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Replicas and storages that a replay could not process. All other replicas are replayed; the records of these are still needed.
 * Thread-confined.
 */
public final class ReplayFailures {
    /** A storage with this number of failed replicas fails: a failing disk may take seconds for each access. */
    private static final int MAX_REPLICAS = 3;

    private static final int MAX_LINES = 20;

    private final Map<BlockKey, Replica> replicas = new LinkedHashMap<>();
    private final Map<BlockKey, String> causes = new LinkedHashMap<>();
    private final Map<String, IOException> storages = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * Replica whose records were not applied.
     *
     * @param storage ID of its storage
     * @param source index of the source of its records
     */
    private record Replica(String storage, int source) {}

    ReplayFailures() {}

    /** Marks a storage as failed; false if it already was. */
    boolean storageFailed(String storage, IOException cause) {
        return storages.putIfAbsent(storage, cause) == null;
    }

    /** Records the failure of a replica. Its storage fails if several replicas failed, and not for lack of space. */
    void replicaFailed(BlockKey key, ReplayPlan plan, IOException cause) {
        String storage = plan.storage();
        causes.put(key, "block " + key + " in storage " + storage + ": " + cause);
        if (!isOutOfSpace(cause) && counts.merge(storage, 1, Integer::sum) >= MAX_REPLICAS) {
            storageFailed(storage, cause);
        }
    }

    /** Records a replica whose storage failed or is missing. */
    void setAside(BlockKey key, ReplayPlan plan) {
        replicas.put(key, new Replica(plan.storage(), plan.source()));
    }

    /** Returns the replicas of a storage and a source whose records were not applied. */
    Set<BlockKey> replicas(String storage, int source) {
        Replica wanted = new Replica(storage, source);
        return replicas.keySet().stream()
                .filter(key -> replicas.get(key).equals(wanted))
                .collect(Collectors.toSet());
    }

    private static boolean isOutOfSpace(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left on device") || message.contains("Disk quota exceeded");
    }

    boolean contains(BlockKey key) {
        return replicas.containsKey(key);
    }

    boolean isFailed(String storage) {
        return storages.containsKey(storage);
    }

    /**
     * Reports whether everything was replayed.
     *
     * @return true without a failed replica or storage
     */
    public boolean isEmpty() {
        return causes.isEmpty() && replicas.isEmpty() && storages.isEmpty();
    }

    /**
     * Returns the number of replicas whose records were not applied.
     *
     * @return number of replicas
     */
    public int replicaCount() {
        return replicas.size();
    }

    /**
     * Returns the failed storages.
     *
     * @return cause by storage ID
     */
    public Map<String, IOException> storages() {
        return Collections.unmodifiableMap(storages);
    }

    /**
     * Returns the storages of the replicas whose records were not applied.
     *
     * @return storage IDs, sorted
     */
    public Set<String> storagesOfReplicas() {
        return replicas.values().stream().map(Replica::storage).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Describes the failures: each failed storage, and the first failed replicas with their causes.
     *
     * @return one line for each
     */
    public List<String> lines() {
        List<String> lines = storages.values().stream()
                .map(IOException::getMessage)
                .limit(MAX_LINES)
                .collect(Collectors.toList());
        causes.values().stream().limit(MAX_LINES).forEach(lines::add);
        return lines;
    }
}
