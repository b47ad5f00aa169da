package org.underbase.analysis.compare;

/** Sums by unit from which the headline numbers are computed. */
enum Sum {
    // By host and hour.
    NANOS,
    READ,
    WRITTEN,
    IO,
    CORE_READ,
    CORE_IO,
    LOG_WRITTEN,
    COMPACTION_WRITTEN,
    FLUSH_WRITTEN,
    CALLS,
    METADATA_CALLS,
    FAILED_CALLS,

    // By region, server or directory.
    FILE_IO,
    DISK_READ,
    DISK_IO,
    CREATED_FILES,
    CREATED_BYTES,
    ENDED_FILES,
    SMALL_FILES,
    SMALL_ENDED_IN_A_MINUTE,
    LOGS,
    LOG_BYTES,
    DATA,
    LIVE_DATA,
    LIVE_CORE_DATA,
    READ_DATA,
    DATA_READ_ONCE,
    DATA_READ_OFTEN,
    PLACED_READ,
    READS,
    OVERLAPPING_READS,
    NEAR_READS;

    static final int COUNT = values().length;

    // Ordinals are safe here: they are never stored, so a new version may change them.
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }
}
