package org.underbase.workload.messages.mailbox;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What HBase says about how far a mailbox is.
 *
 * @param edits puts so far; absent when the row is not fully loaded
 * @param summaryPresent whether the mailbox summary is there; a delete removes it
 */
public record StoredState(OptionalInt edits, boolean summaryPresent) {
    /** The columns that {@link #of} wants. */
    public static final List<Column> SURVEYED = List.of(Qualifiers.COUNTERS, Qualifiers.SUMMARY);
    /** The families that {@link #recover} wants. */
    public static final Set<Family> RECOVERED =
            Set.copyOf(EnumSet.of(Family.ACTION_LOG_IDX, Family.THREAD_META, Family.PREFETCH_META));

    /**
     * Reads {@link #SURVEYED}.
     *
     * @throws IllegalArgumentException when a cell is damaged
     */
    public static StoredState of(Row row) {
        Optional<byte[]> counters = row.value(Qualifiers.COUNTERS);
        return new StoredState(
                counters.map(value -> OptionalInt.of(Counters.decode(value).edits()))
                        .orElse(OptionalInt.empty()),
                row.value(Qualifiers.SUMMARY).isPresent());
    }

    /**
     * Builds the state of a mailbox from {@link #RECOVERED}. The bodies are not needed: they follow from the seed.
     *
     * @param timestamp the newest of the cells
     * @throws IllegalArgumentException when a cell is missing or damaged
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
