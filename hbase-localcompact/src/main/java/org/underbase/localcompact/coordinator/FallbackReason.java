package org.underbase.localcompact.coordinator;

/** Reason for a fallback to stock compaction. */
public enum FallbackReason {
    /** Local compaction is disabled, or the table is a system table. */
    DISABLED,
    /** Several servers cannot merge the store or its files to the same bytes. */
    INELIGIBLE,
    /** Too few nodes with replicas have a RegionServer, or the NameNode places a block elsewhere. */
    PLACEMENT,
    /** A local compaction costs more than a stock one, or saves too little. */
    COST,
    /** The compaction pressure of the server is too high to wait for other servers. */
    PRESSURE,
    /** Local compactions of the store failed repeatedly. */
    BACKOFF,
    /** A server rejected the merge. */
    REJECTED,
    /** Two merges wrote different bytes. */
    DIVERGED,
    /** A server, a DataNode or the NameNode failed. */
    FAILED
}
