package org.underbase.bench.localcompact.pressure;

import org.underbase.bench.localcompact.client.Load;
import org.underbase.bench.localcompact.cluster.Usage;

/**
 * Ingest into a new table.
 *
 * @param load store files, blocked time and acknowledged bytes
 * @param usage resource usage
 * @param servers counters of the RegionServers
 * @param queued queued compactions of all servers, mean over time
 */
record IngestRun(Load load, Usage usage, RegionServers servers, double queued) {
    private static final double MILLIS_PER_SECOND = 1000;

    /** Returns the busy fraction of the machine's cores. */
    double busy() {
        return usage.cores().busyFraction();
    }

    /** Returns the blocked seconds of all stores and servers. */
    double blockedSeconds() {
        return load.blockedSeconds() + servers.blockedMillis() / MILLIS_PER_SECOND;
    }
}
