package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.underbase.testbed.process.CommandResult;

/** Assertions on the traces that the daemons of a machine recorded. */
final class Traces {
    private Traces() {}

    /** The log of a RegionServer and what it flushed are in the trace, and the trace is whole. */
    static void assertWhatARegionServerDid(OperatedCluster cluster, String machine) {
        String directory = cluster.data(machine).resolve("trace").toString();
        for (String call : new String[] {"wal_write", "write", "create"}) {
            Awaitility.await("an event " + call + " in " + directory)
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        CommandResult cat = cluster.run(
                                machine, "underbase", "trace", "cat", "--call", call, "--limit", "1", directory);
                        assertThat(cat.out()).as("%s", cat.err()).contains("/hbase/");
                    });
        }
    }
}
