package org.underbase.workload.messages.mailbox;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Progress of a mailbox in HBase.
 *
 * @param loaded whether the row is completely loaded
 * @param edits number of puts so far; 0 if not loaded
 * @param summaryPresent whether the mailbox summary exists; a delete removes it
 */
public record StoredState(boolean loaded, int edits, boolean summaryPresent) {
    /** Columns that {@link #of} reads. */
    public static final List<Column> SURVEYED = List.of(Qualifiers.COUNTERS, Qualifiers.SUMMARY);
    /** Families that {@link #recover} reads. */
    public static final Set<Family> RECOVERED =
            Set.copyOf(EnumSet.of(Family.ACTION_LOG_IDX, Family.THREAD_META, Family.PREFETCH_META));

    /**
     * Reads {@link #SURVEYED}.
     *
     * @throws IllegalArgumentException if a cell is corrupt
     */
    public static StoredState of(Row row) {
        Optional<byte[]> counters = row.value(Qualifiers.COUNTERS);
        return new StoredState(
                counters.isPresent(),
                counters.map(value -> Counters.decode(value).edits()).orElse(0),
                row.value(Qualifiers.SUMMARY).isPresent());
    }

    /**
     * Builds the state of a mailbox from {@link #RECOVERED}. The bodies are not needed: the seed determines them.
     *
     * @param timestamp timestamp of the newest cell, in epoch milliseconds
     * @throws IllegalArgumentException if a cell is missing or corrupt
     */
    public static Mailbox recover(MessageSource source, int user, Row row, long timestamp) {
        Counters counters = Counters.decode(
                row.value(Qualifiers.COUNTERS).orElseThrow(() -> new IllegalArgumentException("no counters")));
        Mailbox box = new Mailbox(user);
        box.restore(source, counters, timestamp);
        for (Cell cell : row.cells(Family.ACTION_LOG_IDX)) {
            int mid = Qualifiers.number(cell.column().qualifier(), 0);
            int action = Qualifiers.number(cell.column().qualifier(), Long.BYTES);
            if (mid >= counters.nextMid() || action >= counters.nextAction() || cell.value().length != 1) {
                throw new IllegalArgumentException("entry " + cell.column() + " is beyond the counters");
            }
            box.restoreRecord(source, mid, action, cell.value()[0]);
        }
        for (Cell cell : row.cells(Family.THREAD_META)) {
            ThreadInfo info = ThreadInfo.decode(cell.value());
            if (info.tid() < 0 || info.tid() >= counters.nextMid()) {
                throw new IllegalArgumentException("thread " + info.tid() + " is beyond the counters");
            }
            box.restoreThread(info);
        }
        row.value(Qualifiers.SUMMARY).ifPresent(value -> box.summaryWritten(MailboxSummary.checksum(value)));
        return box;
    }
}
