package org.underbase.workload.messages.mailbox;

import java.util.ArrayList;
import java.util.List;

/** Mapping of a mailbox to cells: the cells to put for each change, and the columns to delete for each removal. */
final class MailboxCells {
    private static final byte[] NOTHING = {};

    private final MessageSource source;

    MailboxCells(MessageSource source) {
        this.source = source;
    }

    /** Returns the cells of a new message with all its indexes, its thread and the mailbox summary. */
    List<Cell> added(Mailbox box, int mid) {
        List<Cell> cells = addedWithoutSummary(box, mid);
        cells.add(summary(box));
        cells.add(counters(box));
        return cells;
    }

    /** Returns the cells of a new message without the summary, for a sequence of changes in one put. */
    List<Cell> addedWithoutSummary(Mailbox box, int mid) {
        int user = box.user();
        int tid = box.thread(mid);
        int action = box.nextAction() - 1;
        Message message = source.message(user, mid);
        List<Cell> cells = new ArrayList<>();
        LogRecord record = new LogRecord.Added(message, tid);
        cells.add(new Cell(Qualifiers.record(action), record.encode()));
        cells.add(new Cell(Qualifiers.indexed(mid, action), kind(record)));
        cells.add(new Cell(Qualifiers.externalId(message.externalId()), new ThreadingEntry(mid, tid).encode()));
        cells.add(new Cell(Qualifiers.threadMessage(tid, mid), NOTHING));
        int position = 0;
        for (String word : source.keywords().words(message.subject(), message.body())) {
            cells.add(new Cell(Qualifiers.keyword(word, mid), new byte[] {(byte) position++}));
        }
        cells.add(new Cell(Qualifiers.thread(tid), box.threadInfo(tid).encode(source, user)));
        if (box.snapshotAsOf(mid) == action) {
            cells.add(snapshot(box, message));
        }
        return cells;
    }

    /** Returns all cells of PrefetchMeta. */
    List<Cell> prefetch(Mailbox box) {
        return List.of(
                summary(box),
                counters(box),
                new Cell(Qualifiers.CONTACTS, contacts(box)),
                new Cell(Qualifiers.PRIVACY, privacy(box)));
    }

    /** Returns the cells of a message's change, with the snapshot if one was taken. */
    List<Cell> changed(Mailbox box, int mid, int action) {
        List<Cell> cells = new ArrayList<>(4);
        LogRecord record = new LogRecord.Changed(mid, box.actionChange(action));
        cells.add(new Cell(Qualifiers.record(action), record.encode()));
        cells.add(new Cell(Qualifiers.indexed(mid, action), kind(record)));
        if (box.snapshotAsOf(mid) == action) {
            cells.add(snapshot(box, source.message(box.user(), mid)));
        }
        cells.add(counters(box));
        return cells;
    }

    List<Cell> threadChanged(Mailbox box, int tid) {
        return List.of(new Cell(Qualifiers.thread(tid), box.threadInfo(tid).encode(source, box.user())), counters(box));
    }

    List<Cell> contactsChanged(Mailbox box) {
        return List.of(new Cell(Qualifiers.CONTACTS, contacts(box)), counters(box));
    }

    List<Cell> privacyChanged(Mailbox box) {
        return List.of(new Cell(Qualifiers.PRIVACY, privacy(box)), counters(box));
    }

    byte[] contacts(Mailbox box) {
        // Every version knows one person more.
        int count = MessageSource.CONTACTS / 2 + Math.floorMod(box.contacts(), MessageSource.CONTACTS);
        ValueWriter out = new ValueWriter('O', 40 * count).number(box.contacts());
        for (int contact = 0; contact < count; contact++) {
            out.text(source.address(box.user(), contact));
        }
        return out.value();
    }

    byte[] privacy(Mailbox box) {
        return new ValueWriter('P', 160)
                .number(box.privacy())
                .text(source.privacyText(box.user(), box.privacy()))
                .value();
    }

    /** Returns the columns of an existing message with all its indexes; call it before the removal from {@code box}. */
    List<Column> ofMessage(Mailbox box, int mid) {
        int tid = box.thread(mid);
        Message message = source.message(box.user(), mid);
        List<Column> columns = new ArrayList<>();
        for (int action : box.records(mid, -1)) {
            columns.add(Qualifiers.record(action));
            columns.add(Qualifiers.indexed(mid, action));
        }
        columns.add(Qualifiers.externalId(message.externalId()));
        columns.add(Qualifiers.threadMessage(tid, mid));
        for (String word : source.keywords().words(message.subject(), message.body())) {
            columns.add(Qualifiers.keyword(word, mid));
        }
        if (box.snapshotAsOf(mid) >= 0) {
            columns.add(Qualifiers.snapshot(mid));
        }
        if (box.threadSize(tid) == 1) {
            columns.add(Qualifiers.thread(tid));
        }
        return columns;
    }

    private Cell snapshot(Mailbox box, Message message) {
        int mid = message.mid();
        Snapshot snapshot = new Snapshot(box.snapshotAsOf(mid), box.flags(mid));
        return new Cell(Qualifiers.snapshot(mid), snapshot.encode(source, box.user(), message, box.thread(mid)));
    }

    private Cell summary(Mailbox box) {
        byte[] value = MailboxSummary.encode(source, box);
        box.summaryWritten(MailboxSummary.checksum(value));
        return new Cell(Qualifiers.SUMMARY, value);
    }

    private static Cell counters(Mailbox box) {
        return new Cell(Qualifiers.COUNTERS, box.counters().encode());
    }

    /** Returns the value in ActionLogIdx for a record. */
    static byte[] kind(LogRecord record) {
        return new byte[] {
            (byte)
                    (record instanceof LogRecord.Changed changed
                            ? changed.change().code()
                            : Mailbox.ADDED)
        };
    }
}
