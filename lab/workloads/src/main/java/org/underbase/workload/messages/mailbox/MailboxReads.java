package org.underbase.workload.messages.mailbox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.underbase.workload.messages.mailbox.Operation.Read;

/** Factory of the gets of a mailbox, each with the check of its response. */
final class MailboxReads {
    static final int LOG_TAIL = 25;
    static final int THREAD_LISTING = 40;
    static final int SEARCH_HITS = 40;
    static final int TYPEAHEAD_HITS = 20;
    static final int TYPEAHEAD_LETTERS = 3;

    private final MessageSource source;
    private final ExpectedResponses responses;

    MailboxReads(MessageSource source) {
        this.source = source;
        this.responses = new ExpectedResponses(source);
    }

    Read mailbox(Mailbox box) {
        return new Read(
                OperationType.READ_MAILBOX,
                box,
                new Selection.Whole(Family.PREFETCH_META),
                row -> responses.mailbox(box, row));
    }

    /** Reads the newest {@code records} of the log, or fewer if messages were deleted. */
    Read logTail(Mailbox box, int records) {
        int last = box.nextAction() - 1;
        int first = Math.max(0, box.nextAction() - records);
        return new Read(
                OperationType.READ_LOG_TAIL,
                box,
                new Selection.Range(Qualifiers.record(last), Qualifiers.record(first), LOG_TAIL),
                row -> responses.logTail(box, first, row));
    }

    /** Reads the snapshot of a message and its entries in the index of the log: the first step of reading it. */
    Read message(Mailbox box, int mid) {
        byte[] prefix = Qualifiers.snapshot(mid).qualifier();
        List<Column> families = List.of(Qualifiers.snapshot(mid), new Column(Family.ACTION_LOG_IDX, prefix));
        return new Read(
                OperationType.READ_MESSAGE,
                box,
                new Selection.Prefix(families, Integer.MAX_VALUE),
                row -> responses.message(box, mid, row));
    }

    /** Reads the message, its snapshot and the newer records of the log: the second step. */
    Read records(Mailbox box, int mid) {
        List<Column> columns = new ArrayList<>();
        columns.add(Qualifiers.record(box.records(mid, -1)[0]));
        if (box.snapshotAsOf(mid) >= 0) {
            columns.add(Qualifiers.snapshot(mid));
        }
        for (int action : box.records(mid, box.snapshotAsOf(mid))) {
            if (!box.actionAdded(action)) {
                columns.add(Qualifiers.record(action));
            }
        }
        return new Read(
                OperationType.READ_RECORDS,
                box,
                new Selection.Columns(columns),
                row -> responses.records(box, mid, row));
    }

    Read thread(Mailbox box, int tid) {
        Column thread = Qualifiers.thread(tid);
        List<Column> families = List.of(thread, new Column(Family.THREADER_THREAD, thread.qualifier()));
        return new Read(
                OperationType.READ_THREAD,
                box,
                new Selection.Prefix(families, THREAD_LISTING),
                row -> responses.thread(box, tid, row));
    }

    /** Reads the bodies of messages. */
    Read bodies(Mailbox box, List<Integer> mids) {
        List<Column> columns = new ArrayList<>();
        for (int mid : mids) {
            columns.add(Qualifiers.record(box.records(mid, -1)[0]));
        }
        return new Read(
                OperationType.READ_BODIES,
                box,
                new Selection.Columns(columns),
                row -> responses.bodies(box, mids, row));
    }

    /** Searches the messages that contain {@code word}; {@code mid} is one of them. */
    Read search(Mailbox box, int mid, String word) {
        Column prefix = new Column(Family.KEYWORDS, Qualifiers.wordPrefix(word));
        return new Read(
                OperationType.SEARCH,
                box,
                new Selection.Prefix(List.of(prefix), SEARCH_HITS),
                row -> responses.search(box, mid, word, row));
    }

    /** Completes the first letters of {@code word}, which some message contains. */
    Read typeahead(Mailbox box, String word) {
        String begin = word.substring(0, Math.min(word.length(), TYPEAHEAD_LETTERS));
        Column prefix = new Column(Family.KEYWORDS, begin.getBytes(StandardCharsets.US_ASCII));
        return new Read(
                OperationType.TYPEAHEAD,
                box,
                new Selection.Prefix(List.of(prefix), TYPEAHEAD_HITS),
                row -> responses.typeahead(box, begin, row));
    }

    Read threading(Mailbox box, int mid) {
        Column column = Qualifiers.externalId(source.externalId(box.user(), mid));
        return new Read(
                OperationType.READ_THREADING,
                box,
                new Selection.Columns(List.of(column)),
                row -> responses.threading(box, mid, column, row));
    }
}
