package org.underbase.workload.messages;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.messages.mailbox.Mailbox;
import org.underbase.workload.messages.mailbox.MessageSource;
import org.underbase.workload.messages.mailbox.Population;
import org.underbase.workload.messages.mailbox.RowAudit;
import org.underbase.workload.messages.mailbox.RowAudit.Problem;

/** Sum of the audits of all rows. Thread-safe. */
final class Audit {
    private static final int EXAMPLES = 10;

    private final Population population;
    private final MessageSource source;
    private final Map<Integer, Mailbox> known;

    private final BitSet users = new BitSet();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private final List<String> examples = new ArrayList<>();
    private long messages;
    private long indexCells;
    private long compared;

    /**
     * @param known mailboxes with a known state; uncertain ones are audited without their state
     */
    Audit(Population population, MessageSource source, Map<Integer, Mailbox> known) {
        this.population = population;
        this.source = source;
        this.known = known;
    }

    void row(Result result) {
        int user;
        try {
            user = RowKeys.user(result.getRow());
        } catch (IllegalArgumentException foreign) {
            report(Problem.WRONG_ROW, foreign.getMessage());
            return;
        }
        if (user >= population.users()) {
            report(Problem.WRONG_ROW, "row of user " + user + ", but the table has only " + population.users());
            return;
        }
        Optional<Mailbox> state = Optional.ofNullable(known.get(user)).filter(mailbox -> !mailbox.uncertain());
        try {
            RowAudit.Content content = RowAudit.check(source, user, Requests.row(result), state, this::report);
            count(user, content, state.isPresent());
        } catch (IllegalArgumentException corrupt) {
            report(Problem.WRONG_CONTENT, "user " + user + ": " + corrupt.getMessage());
            count(user, new RowAudit.Content(0, 0), false);
        }
    }

    private synchronized void count(int user, RowAudit.Content content, boolean stateKnown) {
        users.set(user);
        messages += content.messages();
        indexCells += content.indexCells();
        compared += stateKnown ? 1 : 0;
    }

    private synchronized void report(Problem problem, String what) {
        problems.merge(problem, 1L, Long::sum);
        if (examples.size() < EXAMPLES) {
            examples.add(what);
        }
    }

    /** Returns the result after all rows were read; users without a row are problems. */
    synchronized VerifyResult finish(Measurement measurement) {
        if (measurement.end() == Measurement.End.COMPLETED) {
            for (int user = users.nextClearBit(0); user < population.users(); user = users.nextClearBit(user + 1)) {
                report(
                        Problem.WRONG_ROW,
                        "user " + user + " has no row, " + new String(RowKeys.of(user), StandardCharsets.US_ASCII));
            }
        }
        return new VerifyResult(measurement, users.cardinality(), messages, indexCells, compared, problems, examples);
    }
}
