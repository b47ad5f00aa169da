package org.underbase.bench.localcompact.pressure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.testbed.Daemon;

/**
 * Counters of RegionServers, sum of all servers.
 *
 * @param blockedMillis time in which the global memstore limit blocked writes
 * @param compacted bytes that compactions wrote
 * @param local counters of local compaction by name
 */
record RegionServers(long blockedMillis, long compacted, Map<String, Long> local) {
    private static final String SERVER = "Hadoop:service=HBase,name=RegionServer,sub=Server";
    private static final String LOCAL = "Hadoop:service=HBase,name=LocalCompact";

    static JsonNode server(Daemon daemon) throws IOException {
        return daemon.bean(SERVER, "updatesBlockedTime", "compactionQueueLength", "compactedOutputBytes");
    }

    static RegionServers of(List<Daemon> servers) throws IOException {
        long blocked = 0;
        long compacted = 0;
        Map<String, Long> local = new TreeMap<>();
        for (Daemon daemon : servers) {
            JsonNode server = server(daemon);
            blocked += server.path("updatesBlockedTime").asLong();
            compacted += server.path("compactedOutputBytes").asLong();
            daemon.bean(LOCAL, "Local").properties().forEach(field -> {
                if (field.getValue().isIntegralNumber()) {
                    local.merge(field.getKey(), field.getValue().asLong(), Long::sum);
                }
            });
        }
        return new RegionServers(blocked, compacted, local);
    }

    long compactedLocally() {
        return local.getOrDefault("Local", 0L);
    }

    /** Returns the fallbacks to stock compaction for any reason. */
    long fallbacks() {
        return local.entrySet().stream()
                .filter(counter -> counter.getKey().startsWith("Fallback"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    RegionServers minus(RegionServers earlier) {
        Map<String, Long> difference = new TreeMap<>();
        local.forEach((name, value) -> {
            long increase = value - earlier.local.getOrDefault(name, 0L);
            if (increase != 0) {
                difference.put(name, increase);
            }
        });
        return new RegionServers(blockedMillis - earlier.blockedMillis, compacted - earlier.compacted, difference);
    }
}
