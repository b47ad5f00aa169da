package org.underbase.bench.localcompact.cluster;

import org.underbase.bench.localcompact.client.Response;

/**
 * Measured compaction.
 *
 * @param response duration and sizes
 * @param usage resource usage during the compaction
 * @param idle resource usage of the same cluster without load
 * @param cachedBytes bytes of replicas in the page cache after the compaction
 * @param decision decision that the RegionServer logged; empty for stock
 */
public record Compacted(Response response, Usage usage, Usage idle, long cachedBytes, String decision) {
    /** Returns the bytes sent between nodes, without those of an idle cluster. */
    public long networkBytes() {
        return usage.without(idle).networkBytes();
    }

    /** Returns whether the compaction was local. */
    public boolean local() {
        return decision.startsWith("Starting local compaction");
    }
}
