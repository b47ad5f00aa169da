package org.underbase.analysis.testing;

import java.util.List;
import org.underbase.analysis.reconcile.DataNodeCounters;

/** Results for tests of the output. */
public final class TestResults {
    private TestResults() {}

    /** Creates counters of three DataNodes with these sums. */
    public static DataNodeCounters counters(long written, long read) {
        return new DataNodeCounters(List.of(
                new DataNodeCounters.OfDataNode("dn0", written / 2, read / 2, 0),
                new DataNodeCounters.OfDataNode("dn1", written - written / 2, 0, 0),
                new DataNodeCounters.OfDataNode("dn2", 0, read - read / 2, 0)));
    }
}
