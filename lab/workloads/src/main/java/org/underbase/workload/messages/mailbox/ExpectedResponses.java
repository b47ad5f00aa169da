package org.underbase.workload.messages.mailbox;

import com.google.errorprone.annotations.FormatMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Comparison of the responses to the gets of {@link MailboxReads} with the state of the mailbox. */
final class ExpectedResponses {
    private final MessageSource source;
    private final MailboxCells cells;

    ExpectedResponses(MessageSource source) {
        this.source = source;
        this.cells = new MailboxCells(source);
    }

    Optional<String> mailbox(Mailbox box, Row row) {
        Optional<byte[]> summary = row.value(Qualifiers.SUMMARY);
        if (summary.isPresent() != box.summaryPresent()) {
            return wrong(box, "summary is %s", summary.isPresent() ? "present though deleted" : "missing");
        }
        if (summary.isPresent() && MailboxSummary.checksum(summary.get()) != box.summaryChecksum()) {
            return wrong(box, "summary differs from the last one written");
        }
        return value(box, row, Qualifiers.COUNTERS, box.counters().encode())
                .or(() -> value(box, row, Qualifiers.CONTACTS, cells.contacts(box)))
                .or(() -> value(box, row, Qualifiers.PRIVACY, cells.privacy(box)));
    }

    Optional<String> logTail(Mailbox box, int first, Row row) {
        List<Integer> expected = new ArrayList<>();
        for (int action = box.nextAction() - 1; action >= first && expected.size() < MailboxReads.LOG_TAIL; action--) {
            if (box.recorded(action)) {
                expected.add(action);
            }
        }
        List<Cell> found = row.cells(Family.ACTIONS);
        if (found.size() != expected.size()) {
            return wrong(
                    box, "%d records of the log starting at %d, %d expected", found.size(), first, expected.size());
        }
        for (int i = 0; i < found.size(); i++) {
            Optional<String> problem =
                    value(box, row, Qualifiers.record(expected.get(i)), record(box, expected.get(i)));
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    Optional<String> message(Mailbox box, int mid, Row row) {
        List<Integer> found = new ArrayList<>();
        for (Cell cell : row.cells(Family.ACTION_LOG_IDX)) {
            found.add(Qualifiers.number(cell.column().qualifier(), Long.BYTES));
        }
        List<Integer> expected = Arrays.stream(box.records(mid, -1)).boxed().toList();
        if (!found.equals(expected)) {
            return wrong(box, "message %d has records %s in the index of the log, %s expected", mid, found, expected);
        }
        return snapshot(box, mid, row);
    }

    Optional<String> snapshot(Mailbox box, int mid, Row row) {
        Optional<byte[]> snapshot = row.value(Qualifiers.snapshot(mid));
        int asOf = snapshot.map(value -> Snapshot.decode(value).asOf()).orElse(-1);
        if (asOf != box.snapshotAsOf(mid)) {
            return wrong(box, "message %d has a snapshot as of %d, %d expected", mid, asOf, box.snapshotAsOf(mid));
        }
        return Optional.empty();
    }

    /** Checks the latest state: the snapshot with the newer records of the log applied (paper, section 4.2). */
    Optional<String> records(Mailbox box, int mid, Row row) {
        Optional<String> problem = bodies(box, List.of(mid), row);
        if (problem.isPresent()) {
            return problem;
        }
        int flags = row.value(Qualifiers.snapshot(mid))
                .map(value -> Snapshot.decode(value).flags())
                .orElse(0);
        for (int action : box.records(mid, box.snapshotAsOf(mid))) {
            Optional<byte[]> value = row.value(Qualifiers.record(action));
            if (value.isEmpty()) {
                return wrong(box, "message %d lacks record %d of the log", mid, action);
            }
            if (LogRecord.decode(value.get()) instanceof LogRecord.Changed changed) {
                flags = changed.change().apply(flags);
            }
        }
        return flags == box.flags(mid)
                ? Optional.empty()
                : wrong(box, "message %d has state %d, %d expected", mid, flags, box.flags(mid));
    }

    Optional<String> thread(Mailbox box, int tid, Row row) {
        List<Integer> found = new ArrayList<>();
        for (Cell cell : row.cells(Family.THREADER_THREAD)) {
            found.add(Qualifiers.number(cell.column().qualifier(), Long.BYTES));
        }
        List<Integer> expected = threadMessages(box, tid, MailboxReads.THREAD_LISTING);
        if (!found.equals(expected)) {
            return wrong(box, "thread %d lists %s, %s expected", tid, found, expected);
        }
        return threadMeta(box, tid, row);
    }

    Optional<String> threadMeta(Mailbox box, int tid, Row row) {
        return value(box, row, Qualifiers.thread(tid), box.threadInfo(tid).encode(source, box.user()));
    }

    /** Returns the existing messages of a thread, newest first. */
    static List<Integer> threadMessages(Mailbox box, int tid, int limit) {
        List<Integer> messages = new ArrayList<>();
        int most = Math.min(limit, box.threadSize(tid));
        for (int rank = 0; rank < box.size() && messages.size() < most; rank++) {
            if (box.thread(box.newest(rank)) == tid) {
                messages.add(box.newest(rank));
            }
        }
        return messages;
    }

    Optional<String> bodies(Mailbox box, List<Integer> mids, Row row) {
        for (int mid : mids) {
            int action = box.records(mid, -1)[0];
            Optional<String> problem = value(box, row, Qualifiers.record(action), record(box, action));
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    Optional<String> search(Mailbox box, int mid, String word, Row row) {
        int oldest = Integer.MAX_VALUE;
        boolean found = false;
        List<Cell> hits = row.cells(Family.KEYWORDS);
        for (Cell hit : hits) {
            int message =
                    Qualifiers.number(hit.column().qualifier(), hit.column().qualifier().length - Long.BYTES);
            if (!box.alive(message)) {
                return wrong(box, "word %s refers to message %d, which is missing", word, message);
            }
            found |= message == mid;
            oldest = message;
        }
        // Newest first: a message may be absent only if the limit cut the response before it.
        boolean cut = hits.size() == MailboxReads.SEARCH_HITS && mid < oldest;
        return found || cut ? Optional.empty() : wrong(box, "word %s does not find message %d", word, mid);
    }

    Optional<String> typeahead(Mailbox box, String begin, Row row) {
        List<Cell> hits = row.cells(Family.KEYWORDS);
        if (hits.isEmpty()) {
            return wrong(box, "no word begins with %s", begin);
        }
        for (Cell hit : hits) {
            byte[] qualifier = hit.column().qualifier();
            int message = Qualifiers.number(qualifier, qualifier.length - Long.BYTES);
            String word = Qualifiers.word(qualifier);
            if (!box.alive(message) || !word.startsWith(begin)) {
                return wrong(box, "%s completes to %s in message %d", begin, word, message);
            }
        }
        return Optional.empty();
    }

    Optional<String> threading(Mailbox box, int mid, Column column, Row row) {
        return value(box, row, column, new ThreadingEntry(mid, box.thread(mid)).encode());
    }

    private byte[] record(Mailbox box, int action) {
        int mid = box.actionMid(action);
        LogRecord record = box.actionAdded(action)
                ? new LogRecord.Added(source.message(box.user(), mid), box.thread(mid))
                : new LogRecord.Changed(mid, box.actionChange(action));
        return record.encode();
    }

    private static Optional<String> value(Mailbox box, Row row, Column column, byte[] expected) {
        Optional<byte[]> found = row.value(column);
        if (found.isEmpty()) {
            return wrong(box, "%s is missing", column);
        }
        return Arrays.equals(found.get(), expected)
                ? Optional.empty()
                : wrong(box, "%s differs from the last value written", column);
    }

    @FormatMethod
    private static Optional<String> wrong(Mailbox box, String format, Object... values) {
        return Optional.of("user " + box.user() + ": " + String.format(format, values));
    }
}
