package org.underbase.tier.mapreduce;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.underbase.tier.client.BlockReplicas;
import org.underbase.tier.client.TierReplica;

/** Bytes of a split on each host by tier. Not thread-safe. */
final class HostBytes {
    private static final long[] NONE = {};

    private final Map<String, long[]> hosts = new HashMap<>();

    /** Adds the replicas of a part of a file. */
    void add(List<BlockReplicas> file, long start, long length) {
        for (BlockReplicas block : file) {
            long end = Math.min(block.offset() + block.length(), start + length);
            long bytes = end - Math.max(block.offset(), start);
            for (TierReplica replica : block.replicas()) {
                if (bytes > 0 && replica.rank().isPresent()) {
                    add(replica.host(), replica.rank().getAsInt(), bytes);
                }
            }
        }
    }

    private void add(String host, int rank, long bytes) {
        long[] byRank = hosts.getOrDefault(host, NONE);
        byRank = Arrays.copyOf(byRank, Math.max(byRank.length, rank + 1));
        byRank[rank] += bytes;
        hosts.put(host, byRank);
    }

    /**
     * Orders hosts: the most bytes on the fastest tier first, then the most bytes on the next tier, and so on.
     *
     * @param named hosts of a split; of equal hosts, the order is kept
     * @param limit maximum number of hosts to return; 0 for all
     */
    String[] order(String[] named, int limit) {
        Comparator<String> mostFirst =
                (one, other) -> compare(hosts.getOrDefault(other, NONE), hosts.getOrDefault(one, NONE));
        return Stream.of(named)
                .sorted(mostFirst)
                .limit(limit == 0 ? named.length : limit)
                .toArray(String[]::new);
    }

    private static int compare(long[] one, long[] other) {
        int ranks = Math.max(one.length, other.length);
        return Arrays.compare(Arrays.copyOf(one, ranks), Arrays.copyOf(other, ranks));
    }
}
