package org.underbase.bench.localcompact.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.underbase.testbed.Daemon;

/**
 * Bytes that RegionServers wrote since their start according to their metrics; each byte counts once, not per replica.
 *
 * @param wal bytes of WALs
 * @param flushed bytes of store files written by flushes
 * @param compacted bytes of store files written by compactions
 * @param queued queued compactions and flushes
 * @param local local compactions
 * @param stock stock compactions of stores with the local compactor
 */
public record Written(long wal, long flushed, long compacted, long queued, long local, long stock) {
    private static final Written NONE = new Written(0, 0, 0, 0, 0, 0);

    static Written of(Iterable<Daemon> servers) throws IOException {
        Written sum = NONE;
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
        for (String reason :
                new String[] {"Ineligible", "Placement", "Cost", "Rejected", "Pressure", "Backoff", "Diverged", "Failed"
                }) {
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
                queued + other.queued,
                local + other.local,
                stock + other.stock);
    }

    /**
     * Returns the increase since an earlier read.
     *
     * @param earlier the earlier read
     */
    public Written minus(Written earlier) {
        return new Written(
                wal - earlier.wal,
                flushed - earlier.flushed,
                compacted - earlier.compacted,
                queued,
                local - earlier.local,
                stock - earlier.stock);
    }
}
