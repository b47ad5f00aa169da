package org.underbase.localcompact.coordinator;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.underbase.localcompact.conf.LocalCompactKeys;

/**
 * Limits on the waits of one local compaction.
 *
 * @param progress maximum time without progress of a merge
 * @param slotWait maximum time that the compaction waits for busy servers before it starts
 */
record Limits(Duration progress, Duration slotWait) {
    static Limits of(Configuration conf) {
        return new Limits(LocalCompactKeys.progressTimeout(conf), LocalCompactKeys.slotWait(conf));
    }
}
