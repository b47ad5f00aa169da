package org.underbase.exalt.harness.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.testbed.Daemon;

/** Measurement of the live heap of a NameNode. */
public final class HeapProbe {
    private static final int TIMES = 3;

    private HeapProbe() {}

    /**
     * Collects garbage and measures the rest.
     *
     * @param cluster cluster of the NameNode
     * @return live heap in bytes, the minimum of several collections
     * @throws IOException if the NameNode does not respond
     */
    public static long afterCollection(ExaltCluster cluster) throws IOException {
        Daemon nameNode = cluster.nameNode();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) {
            cluster.jcmd(nameNode.pid().orElseThrow(), "GC.run");
            long used = 0;
            for (JsonNode pool : nameNode.jmx("java.lang:type=MemoryPool,*")) {
                // The size right after the collection excludes later allocations.
                if (pool.path("Type").asText().equals("HEAP")) {
                    used += pool.path("CollectionUsage").path("used").longValue();
                }
            }
            if (used == 0) {
                throw new IOException("the NameNode reports no heap size after a collection");
            }
            least = Math.min(least, used);
        }
        return least;
    }
}
