package org.underbase.bench.localcompact.cluster;

import org.underbase.bench.localcompact.client.Answer;

/**
 * A compaction that was measured.
 *
 * @param answer what came out, and how long it took
 * @param usage what was used meanwhile
 * @param idle what the same cluster uses without load
 * @param decision what the RegionServer said of it; empty for a store of stock
 */
public record Compacted(Answer answer, Usage usage, Usage idle, String decision) {
    /** Bytes over the links, but for those of an idle cluster. */
    public long crossed() {
        return usage.without(idle).crossed();
    }

    /** Whether the nodes of the replicas did it. */
    public boolean local() {
        return decision.startsWith("Starting local compaction");
    }
}
