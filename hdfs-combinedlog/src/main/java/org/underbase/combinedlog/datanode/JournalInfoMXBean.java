package org.underbase.combinedlog.datanode;

import java.util.Map;

/** Attributes of a DataNode's journal in {@code /jmx} that are no metrics. */
public interface JournalInfoMXBean {
    /** Returns the directory of the journal. */
    String getDirectory();

    /** Returns the ID of the journal. */
    String getJournalId();

    /** Returns the sequence of the last record on disk. */
    long getDurableSequence();

    /** Returns the message of the last failed checkpoint; empty if none failed. */
    String getLastCheckpointFailure();

    /** Returns the values of the live keys. */
    Map<String, String> getSettings();

    /** Returns the number of replicas that are tracked. */
    int getStreamCount();

    /** Returns the first tracked replicas, those being written first, as a JSON array. */
    String getStreams();
}
