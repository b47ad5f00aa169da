package org.underbase.workload.messages.mailbox;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Check of one row: every index cell refers to an existing message, every message has all its index cells, and contents
 * match the seed. With a known state, it also checks that no acknowledged change is lost and no deleted data reappears.
 */
public final class RowAudit {
    private final MessageSource source;
    private final int user;
    private final Row row;
    private final BiConsumer<Problem, String> problems;

    private final Map<Integer, LogRecord.Added> messages = new TreeMap<>();
    private final Map<Integer, LogRecord> records = new TreeMap<>();

    /** Kinds of problems. */
    public enum Problem {
        /** An index cell refers to a missing message. */
        DANGLING_INDEX,
        /** A message lacks an index cell. */
        MISSING_INDEX,
        /** A cell is unreadable or does not match the seed. */
        WRONG_CONTENT,
        /** The row is not in the acknowledged state. */
        WRONG_STATE,
        /** A user without a row, or a row without a user. */
        WRONG_ROW
    }

    private RowAudit(MessageSource source, int user, Row row, BiConsumer<Problem, String> problems) {
        this.source = source;
        this.user = user;
        this.row = row;
        this.problems = problems;
    }

    /**
     * Checks a row.
     *
     * @param source contents of the seed
     * @param user user of the row
     * @param row cells of the row
     * @param known the acknowledged state, if the client knows it
     * @param problems receives each problem
     * @return numbers of messages and index cells in the row
     */
    public static Content check(
            MessageSource source, int user, Row row, Optional<Mailbox> known, BiConsumer<Problem, String> problems) {
        RowAudit audit = new RowAudit(source, user, row, problems);
        audit.log();
        int indexed = audit.index(Family.ACTION_LOG_IDX, audit.expectedLogIndex());
        indexed += audit.index(Family.THREADING_IDX, audit.expectedThreadingIndex());
        indexed += audit.index(Family.THREADER_THREAD, audit.expectedThreads());
        indexed += audit.index(Family.KEYWORDS, audit.expectedKeywords());
        audit.snapshots();
        audit.threads();
        audit.counters();
        known.ifPresent(audit::state);
        return new Content(audit.messages.size(), indexed);
    }

    /**
     * Numbers of messages and index cells in a row.
     *
     * @param messages number of messages
     * @param indexCells number of index cells
     */
    public record Content(int messages, int indexCells) {}

    private void report(Problem problem, String what) {
        problems.accept(problem, "user " + user + ": " + what);
    }

    private void log() {
        for (Cell cell : row.cells(Family.ACTIONS)) {
            try {
                int action = Qualifiers.number(cell.column().qualifier(), 0);
                LogRecord record = LogRecord.decode(cell.value());
                if (!Arrays.equals(record.encode(), cell.value())) {
                    report(Problem.WRONG_CONTENT, cell.column() + " has superfluous bytes");
                }
                records.put(action, record);
                if (record instanceof LogRecord.Added added) {
                    messages.put(record.mid(), added);
                    if (!added.message().equals(source.message(user, record.mid()))) {
                        report(
                                Problem.WRONG_CONTENT,
                                "message " + record.mid() + " differs from the one that was sent");
                    }
                }
            } catch (IllegalArgumentException corrupt) {
                report(Problem.WRONG_CONTENT, cell.column() + ": " + corrupt.getMessage());
            }
        }
        records.forEach((action, record) -> {
            if (!messages.containsKey(record.mid())) {
                report(
                        Problem.DANGLING_INDEX,
                        "record " + action + " changes message " + record.mid() + ", which is missing");
            }
        });
    }

    private Map<Column, byte[]> expectedLogIndex() {
        Map<Column, byte[]> expected = new HashMap<>();
        records.forEach(
                (action, record) -> expected.put(Qualifiers.indexed(record.mid(), action), MailboxCells.kind(record)));
        return expected;
    }

    private Map<Column, byte[]> expectedThreadingIndex() {
        Map<Column, byte[]> expected = new HashMap<>();
        messages.forEach((mid, added) -> expected.put(
                Qualifiers.externalId(added.message().externalId()), new ThreadingEntry(mid, added.tid()).encode()));
        return expected;
    }

    private Map<Column, byte[]> expectedThreads() {
        Map<Column, byte[]> expected = new HashMap<>();
        messages.forEach((mid, added) -> expected.put(Qualifiers.threadMessage(added.tid(), mid), new byte[0]));
        return expected;
    }

    private Map<Column, byte[]> expectedKeywords() {
        Map<Column, byte[]> expected = new HashMap<>();
        messages.forEach((mid, added) -> {
            Message message = added.message();
            byte position = 0;
            for (String word : source.keywords().words(message.subject(), message.body())) {
                expected.put(Qualifiers.keyword(word, mid), new byte[] {position++});
            }
        });
        return expected;
    }

    /** Compares a family with the cells that the messages require; returns its number of cells. */
    private int index(Family family, Map<Column, byte[]> expected) {
        Set<Column> found = new HashSet<>();
        for (Cell cell : row.cells(family)) {
            found.add(cell.column());
            byte[] value = expected.get(cell.column());
            if (value == null) {
                report(Problem.DANGLING_INDEX, cell.column() + " refers to a missing message");
            } else if (!Arrays.equals(value, cell.value())) {
                report(Problem.WRONG_CONTENT, cell.column() + " does not match its message");
            }
        }
        for (Column column : expected.keySet()) {
            if (!found.contains(column)) {
                report(Problem.MISSING_INDEX, column + " is missing, its message exists");
            }
        }
        return found.size();
    }

    private void snapshots() {
        for (Cell cell : row.cells(Family.MESSAGE_META)) {
            try {
                int mid = Qualifiers.number(cell.column().qualifier(), 0);
                snapshot(cell, mid, Snapshot.decode(cell.value()));
            } catch (IllegalArgumentException corrupt) {
                report(Problem.WRONG_CONTENT, cell.column() + ": " + corrupt.getMessage());
            }
        }
    }

    private void snapshot(Cell cell, int mid, Snapshot snapshot) {
        LogRecord.Added added = messages.get(mid);
        LogRecord last = records.get(snapshot.asOf());
        if (added == null) {
            report(Problem.DANGLING_INDEX, "snapshot of message " + mid + ", which is missing");
        } else if (last == null || last.mid() != mid) {
            report(
                    Problem.WRONG_CONTENT,
                    "snapshot of message " + mid + " is as of record " + snapshot.asOf()
                            + ", which belongs to another message");
        } else if (!Arrays.equals(cell.value(), snapshot.encode(source, user, added.message(), added.tid()))) {
            report(Problem.WRONG_CONTENT, "snapshot of message " + mid + " does not match the message");
        }
    }

    private void threads() {
        Set<Integer> expected = new HashSet<>();
        messages.values().forEach(added -> expected.add(added.tid()));
        Set<Integer> found = new HashSet<>();
        for (Cell cell : row.cells(Family.THREAD_META)) {
            try {
                int tid = Qualifiers.number(cell.column().qualifier(), 0);
                found.add(tid);
                ThreadInfo info = ThreadInfo.decode(cell.value());
                if (info.tid() != tid || !Arrays.equals(cell.value(), info.encode(source, user))) {
                    report(Problem.WRONG_CONTENT, "metadata of thread " + tid + " does not match the seed");
                }
            } catch (IllegalArgumentException corrupt) {
                report(Problem.WRONG_CONTENT, cell.column() + ": " + corrupt.getMessage());
            }
        }
        for (int tid : found) {
            if (!expected.contains(tid)) {
                report(Problem.DANGLING_INDEX, "thread " + tid + " has no message");
            }
        }
        for (int tid : expected) {
            if (!found.contains(tid)) {
                report(Problem.MISSING_INDEX, "thread " + tid + " lacks its metadata");
            }
        }
    }

    private void counters() {
        Optional<byte[]> value = row.value(Qualifiers.COUNTERS);
        if (value.isEmpty()) {
            report(Problem.WRONG_CONTENT, "no counters");
            return;
        }
        try {
            Counters counters = Counters.decode(value.get());
            int newest =
                    messages.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
            int last =
                    records.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
            if (counters.nextMid() <= newest || counters.nextAction() <= last) {
                report(Problem.WRONG_CONTENT, counters + " are behind message " + newest + ", record " + last);
            }
        } catch (IllegalArgumentException corrupt) {
            report(Problem.WRONG_CONTENT, "counters: " + corrupt.getMessage());
        }
    }

    private void state(Mailbox box) {
        for (int mid = 0; mid < box.nextMid(); mid++) {
            if (box.alive(mid) != messages.containsKey(mid)) {
                String what = box.alive(mid) ? " was acknowledged and is lost" : " was deleted and reappeared";
                report(Problem.WRONG_STATE, "message " + mid + what);
            }
        }
        for (int action = 0; action < box.nextAction(); action++) {
            LogRecord record = records.get(action);
            if (box.recorded(action) && (record == null || record.mid() != box.actionMid(action))) {
                report(Problem.WRONG_STATE, "record " + action + " was acknowledged and is lost");
            }
        }
        ExpectedResponses responses = new ExpectedResponses(source);
        responses.mailbox(box, row).ifPresent(wrong -> problems.accept(Problem.WRONG_STATE, wrong));
        for (int rank = 0; rank < box.size(); rank++) {
            int mid = box.newest(rank);
            if (messages.containsKey(mid)) {
                state(box, mid, responses);
            }
        }
    }

    private void state(Mailbox box, int mid, ExpectedResponses responses) {
        try {
            responses
                    .snapshot(box, mid, row)
                    .or(() -> responses.records(box, mid, row))
                    .or(() -> responses.threadMeta(box, box.thread(mid), row))
                    .ifPresent(wrong -> problems.accept(Problem.WRONG_STATE, wrong));
        } catch (IllegalArgumentException corrupt) {
            report(Problem.WRONG_STATE, "message " + mid + ": " + corrupt.getMessage());
        }
    }
}
