package org.underbase.exalt.harness.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.testbed.Daemon;

/** What a NameNode keeps in its heap. */
public final class HeapProbe {
    private static final int TIMES = 3;

    private HeapProbe() {}

    /**
     * Has all garbage collected.
     *
     * @param cluster whose NameNode it is
     * @return bytes that were left, the least of some collections
     * @throws IOException when the NameNode does not obey or answer
     */
    public static long afterCollection(ExaltCluster cluster) throws IOException {
        Daemon nameNode = cluster.nameNode();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) {
            cluster.jcmd(nameNode.pid().orElseThrow(), "GC.run");
            long used = 0;
            for (JsonNode pool : nameNode.jmx("java.lang:type=MemoryPool,*")) {
                // As it was right after the collection: what was allocated since is not in it.
                if (pool.path("Type").asText().equals("HEAP")) {
                    used += pool.path("CollectionUsage").path("used").longValue();
                }
            }
            if (used == 0) {
                throw new IOException("the NameNode does not tell what was left of its heap after a collection");
            }
            least = Math.min(least, used);
        }
        return least;
    }
}
