package org.underbase.localcompact.coordinator;

/** Why a compaction ran as stock does it. */
public enum Reason {
    /** Switched off, or a table of HBase's own. */
    OFF,
    /** The store or its files are of a kind that cannot be merged alike on several servers. */
    INELIGIBLE,
    /** The replicas are where no RegionServer is, or on too few nodes. */
    PLACE,
    /** Shipping the output costs less than fetching what the nodes miss. */
    COST,
    /** A server refused to merge. */
    REFUSED,
    /** Two merges wrote different bytes. */
    DIVERGED,
    /** A server, a DataNode or the NameNode failed. */
    FAILED
}
