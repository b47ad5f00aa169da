package org.underbase.combinedlog.block;

import java.util.List;
import org.underbase.combinedlog.journal.Replayed;

/** Reports of replays for tests of other packages. */
public final class ReplayReports {
    private ReplayReports() {}

    /**
     * Creates a report without failures.
     *
     * @param journal counts of the journal's records
     * @param corruptReplicas descriptions of corrupt replicas
     * @param nanos duration
     * @return the report
     */
    public static ReplayReport of(Replayed journal, List<String> corruptReplicas, long nanos) {
        return new ReplayReport(
                journal, 1, 2, 3, 4, 5, corruptReplicas, KeptReplicas.none(), new ReplayFailures(), nanos);
    }
}
