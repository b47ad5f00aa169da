package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;

/**
 * A record as it is replayed.
 *
 * @param sequence its number; records are replayed in this order
 * @param type what its owner wrote, 0 to 126
 * @param payload its bytes, read-only; valid until the consumer returns
 */
public record JournalRecord(long sequence, int type, ByteBuffer payload) {}
