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
 * Checks one row whole: every index cell means a message that is there, every message has all its index cells, contents
 * are those of the seed and, where the client's state is known, nothing that HBase acknowledged is lost or back again.
 */
public final class RowAudit {
    private final MessageSource source;
    private final int user;
    private final Row row;
    private final BiConsumer<Problem, String> complaints;

    private final Map<Integer, LogRecord.Added> messages = new TreeMap<>();
    private final Map<Integer, LogRecord> records = new TreeMap<>();

    /** What kinds of error there are. */
    public enum Problem {
        /** An index cell means a message that is not there. */
        DANGLING_INDEX,
        /** A message lacks an index cell. */
        MISSING_INDEX,
        /** A cell cannot be read or does not hold what the seed says. */
        WRONG_CONTENT,
        /** The row is not in the state that HBase acknowledged to the client. */
        WRONG_STATE,
        /** A user has no row, or a row no user. */
        WRONG_ROW
    }

    private RowAudit(MessageSource source, int user, Row row, BiConsumer<Problem, String> complaints) {
        this.source = source;
        this.user = user;
        this.row = row;
        this.complaints = complaints;
    }

    /**
     * Checks a row.
     *
     * @param known the state the client believes the mailbox to be in, when it knows
     * @param complaints gets each problem
     * @return what the row holds
     */
    public static Content check(
            MessageSource source, int user, Row row, Optional<Mailbox> known, BiConsumer<Problem, String> complaints) {
        RowAudit audit = new RowAudit(source, user, row, complaints);
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
     * @param messages messages in a row
     * @param indexCells index cells in a row
     */
    public record Content(int messages, int indexCells) {}

    private void complain(Problem problem, String what) {
        complaints.accept(problem, "user " + user + ": " + what);
    }

    private void log() {
        for (Cell cell : row.cells(Family.ACTIONS)) {
            try {
                int action = Qualifiers.number(cell.column().qualifier(), 0);
                LogRecord record = LogRecord.decode(cell.value());
                if (!Arrays.equals(record.encode(), cell.value())) {
                    complain(Problem.WRONG_CONTENT, cell.column() + " has bytes that mean nothing");
                }
                records.put(action, record);
                if (record instanceof LogRecord.Added added) {
                    messages.put(record.mid(), added);
                    if (!added.message().equals(source.message(user, record.mid()))) {
                        complain(Problem.WRONG_CONTENT, "message " + record.mid() + " is not the one that was sent");
                    }
                }
            } catch (IllegalArgumentException damaged) {
                complain(Problem.WRONG_CONTENT, cell.column() + ": " + damaged.getMessage());
            }
        }
        records.forEach((action, record) -> {
            if (!messages.containsKey(record.mid())) {
                complain(
                        Problem.DANGLING_INDEX,
                        "record " + action + " changes message " + record.mid() + ", which is not there");
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

    /** Compares a family with the cells that the messages ask for; returns its number of cells. */
    private int index(Family family, Map<Column, byte[]> expected) {
        Set<Column> found = new HashSet<>();
        for (Cell cell : row.cells(family)) {
            found.add(cell.column());
            byte[] value = expected.get(cell.column());
            if (value == null) {
                complain(Problem.DANGLING_INDEX, cell.column() + " means a message that is not there");
            } else if (!Arrays.equals(value, cell.value())) {
                complain(Problem.WRONG_CONTENT, cell.column() + " does not hold what its message says");
            }
        }
        for (Column column : expected.keySet()) {
            if (!found.contains(column)) {
                complain(Problem.MISSING_INDEX, column + " is missing, its message is there");
            }
        }
        return found.size();
    }

    private void snapshots() {
        for (Cell cell : row.cells(Family.MESSAGE_META)) {
            try {
                int mid = Qualifiers.number(cell.column().qualifier(), 0);
                snapshot(cell, mid, Snapshot.decode(cell.value()));
            } catch (IllegalArgumentException damaged) {
                complain(Problem.WRONG_CONTENT, cell.column() + ": " + damaged.getMessage());
            }
        }
    }

    private void snapshot(Cell cell, int mid, Snapshot snapshot) {
        LogRecord.Added added = messages.get(mid);
        LogRecord last = records.get(snapshot.asOf());
        if (added == null) {
            complain(Problem.DANGLING_INDEX, "snapshot of message " + mid + ", which is not there");
        } else if (last == null || last.mid() != mid) {
            complain(
                    Problem.WRONG_CONTENT,
                    "snapshot of message " + mid + " is as of record " + snapshot.asOf() + ", which is not its own");
        } else if (!Arrays.equals(cell.value(), snapshot.encode(source, user, added.message(), added.tid()))) {
            complain(Problem.WRONG_CONTENT, "snapshot of message " + mid + " is not what the message says");
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
                    complain(Problem.WRONG_CONTENT, "metadata of thread " + tid + " is not what the seed says");
                }
            } catch (IllegalArgumentException damaged) {
                complain(Problem.WRONG_CONTENT, cell.column() + ": " + damaged.getMessage());
            }
        }
        for (int tid : found) {
            if (!expected.contains(tid)) {
                complain(Problem.DANGLING_INDEX, "thread " + tid + " has no message");
            }
        }
        for (int tid : expected) {
            if (!found.contains(tid)) {
                complain(Problem.MISSING_INDEX, "thread " + tid + " lacks its metadata");
            }
        }
    }

    private void counters() {
        Optional<byte[]> value = row.value(Qualifiers.COUNTERS);
        if (value.isEmpty()) {
            complain(Problem.WRONG_CONTENT, "no counters");
            return;
        }
        try {
            Counters counters = Counters.decode(value.get());
            int newest =
                    messages.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
            int last =
                    records.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
            if (counters.nextMid() <= newest || counters.nextAction() <= last) {
                complain(Problem.WRONG_CONTENT, counters + " are behind message " + newest + ", record " + last);
            }
        } catch (IllegalArgumentException damaged) {
            complain(Problem.WRONG_CONTENT, "counters: " + damaged.getMessage());
        }
    }

    private void state(Mailbox box) {
        for (int mid = 0; mid < box.nextMid(); mid++) {
            if (box.alive(mid) != messages.containsKey(mid)) {
                String what = box.alive(mid) ? " was acknowledged and is lost" : " was deleted and is back";
                complain(Problem.WRONG_STATE, "message " + mid + what);
            }
        }
        for (int action = 0; action < box.nextAction(); action++) {
            LogRecord record = records.get(action);
            if (box.recorded(action) && (record == null || record.mid() != box.actionMid(action))) {
                complain(Problem.WRONG_STATE, "record " + action + " was acknowledged and is lost");
            }
        }
        Answers answers = new Answers(source);
        answers.mailbox(box, row).ifPresent(wrong -> complaints.accept(Problem.WRONG_STATE, wrong));
        for (int rank = 0; rank < box.size(); rank++) {
            int mid = box.newest(rank);
            if (messages.containsKey(mid)) {
                state(box, mid, answers);
            }
        }
    }

    private void state(Mailbox box, int mid, Answers answers) {
        try {
            answers.snapshot(box, mid, row)
                    .or(() -> answers.records(box, mid, row))
                    .or(() -> answers.threadMeta(box, box.thread(mid), row))
                    .ifPresent(wrong -> complaints.accept(Problem.WRONG_STATE, wrong));
        } catch (IllegalArgumentException damaged) {
            complain(Problem.WRONG_STATE, "message " + mid + ": " + damaged.getMessage());
        }
    }
}
