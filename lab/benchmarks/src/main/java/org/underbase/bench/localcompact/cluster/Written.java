package org.underbase.bench.localcompact.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.underbase.testbed.Daemon;

/**
 * What the RegionServers of a cluster have written since they started, by their own metrics, one replica of it.
 *
 * @param wal bytes of logs
 * @param flushed bytes of store files that were memstores
 * @param compacted bytes of store files that compactions wrote
 * @param busy compactions and flushes that wait
 * @param local compactions that were local
 * @param stock compactions of stores that could be local, and were not
 */
public record Written(long wal, long flushed, long compacted, long busy, long local, long stock) {
    private static final Written NOTHING = new Written(0, 0, 0, 0, 0, 0);

    static Written of(Iterable<Daemon> servers) throws IOException {
        Written sum = NOTHING;
        for (Daemon server : servers) {
            sum = sum.plus(of(server));
        }
        return sum;
    }

    private static Written of(Daemon daemon) throws IOException {
        JsonNode server = daemon.bean(
                "Hadoop:service=HBase,name=RegionServer,sub=Server", "flushedOutputBytes", "compactedOutputBytes");
        JsonNode wal = daemon.bean("Hadoop:service=HBase,name=RegionServer,sub=WAL", "writtenBytes");
        JsonNode compactions = daemon.bean("Hadoop:service=HBase,name=LocalCompact", "Local");
        long stock = 0;
        for (String reason : new String[] {"Ineligible", "Placement", "Cost", "Rejected", "Diverged", "Failed"}) {
            stock += compactions.path("Fallback" + reason).asLong();
        }
        return new Written(
                wal.path("writtenBytes").asLong(),
                server.path("flushedOutputBytes").asLong(),
                server.path("compactedOutputBytes").asLong(),
                server.path("compactionQueueLength").asLong()
                        + server.path("flushQueueLength").asLong(),
                compactions.path("Local").asLong(),
                stock);
    }

    private Written plus(Written other) {
        return new Written(
                wal + other.wal,
                flushed + other.flushed,
                compacted + other.compacted,
                busy + other.busy,
                local + other.local,
                stock + other.stock);
    }

    /** What was written since an earlier reading. */
    public Written minus(Written earlier) {
        return new Written(
                wal - earlier.wal,
                flushed - earlier.flushed,
                compacted - earlier.compacted,
                busy,
                local - earlier.local,
                stock - earlier.stock);
    }
}
