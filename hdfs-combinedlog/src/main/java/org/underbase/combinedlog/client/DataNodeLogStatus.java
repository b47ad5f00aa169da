package org.underbase.combinedlog.client;

import java.util.Map;

/**
 * Status of a DataNode's combined log.
 *
 * @param directory directory of the journal on the DataNode
 * @param journalId ID of the journal
 * @param active whether hsyncs go to the journal; false after a failure
 * @param durableSequence sequence of the last record on disk
 * @param lastCheckpointFailure message of the last failed checkpoint; empty if none failed
 * @param metrics counters and gauges of the metrics record {@code combinedlog}, by name
 * @param settings values of the live keys
 * @param storageModes mode by storage type, as {@link org.underbase.combinedlog.mode.SyncMode#toString} formats it; empty if the
 *     DataNode does not report modes
 */
public record DataNodeLogStatus(
        String directory,
        String journalId,
        boolean active,
        long durableSequence,
        String lastCheckpointFailure,
        Map<String, Long> metrics,
        Map<String, String> settings,
        Map<String, String> storageModes) {}
