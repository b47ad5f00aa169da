package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;

/**
 * Record that a replay returns.
 *
 * @param sequence position in the log; records are replayed in this order
 * @param type type that its owner defined, 0 to 126
 * @param payload content, read-only; valid until the consumer returns
 */
public record JournalRecord(long sequence, int type, ByteBuffer payload) {}
