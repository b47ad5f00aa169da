package org.underbase.combinedlog.block;

import org.underbase.combinedlog.journal.SequenceRange;

/**
 * Replica with replayed records that the journal keeps.
 *
 * @param now its state; the length is the number of synced bytes
 * @param firstOffset offset of the first byte in the records; earlier bytes are on disk
 * @param records sequences of its first and its last valid record
 */
record KeptReplica(ReplicaSnapshot now, long firstOffset, SequenceRange records) {}
