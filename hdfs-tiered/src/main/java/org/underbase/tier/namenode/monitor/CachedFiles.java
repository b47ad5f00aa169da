package org.underbase.tier.namenode.monitor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.tier.policy.CachePlanner.Candidate;

/** Files of the cache with their values at the last visit, in the order of these visits. Not thread-safe. */
final class CachedFiles {
    private final Map<Long, Candidate> files = new LinkedHashMap<>();

    /** Adds or replaces a file that is visited at present. */
    void put(Candidate file) {
        files.remove(file.id());
        files.put(file.id(), file);
    }

    void remove(long id) {
        files.remove(id);
    }

    void removeAll(Collection<Long> ids) {
        ids.forEach(files::remove);
    }

    void clear() {
        files.clear();
    }

    int size() {
        return files.size();
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    List<Candidate> all() {
        return List.copyOf(files.values());
    }

    /** Returns the size of all files, in bytes. */
    long bytes() {
        return files.values().stream().mapToLong(Candidate::bytes).sum();
    }

    /**
     * Returns the files that are to be visited next: those whose last visit is longest ago.
     *
     * @param limit maximum number of files
     * @param visited files that have been visited already
     */
    List<Long> next(int limit, Set<Long> visited) {
        return files.keySet().stream()
                .filter(id -> !visited.contains(id))
                .limit(limit)
                .toList();
    }
}
