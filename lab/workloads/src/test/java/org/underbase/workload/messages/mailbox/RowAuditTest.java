package org.underbase.workload.messages.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.workload.messages.mailbox.RowAudit.Problem;

/** Detection of every kind of corruption of a row. */
class RowAuditTest {
    private static final int USER = 2;
    private static final Population POPULATION = new Population(5, 20, 4, 0.8, MessageShape.DEFAULT);

    private final MessageSource source = new MessageSource(POPULATION);
    private final InitialMailbox initial = new InitialMailbox(POPULATION, source);
    private final FakeTable table = new FakeTable();

    @BeforeEach
    void load() {
        table.put(USER, initial.cells(USER));
    }

    @Test
    void everyLostCellIsDetected() {
        for (Family family : Family.values()) {
            for (byte[] qualifier : List.copyOf(cells(family).keySet())) {
                byte[] value = cells(family).remove(qualifier);
                assertThat(problems(Optional.of(initial.state(USER))))
                        .as("without " + new Column(family, qualifier))
                        .isNotEmpty();
                cells(family).put(qualifier, value);
            }
        }
        assertThat(problems(Optional.of(initial.state(USER)))).isEmpty();
    }

    @Test
    void everyTruncatedValueIsDetected() {
        for (Family family : Family.values()) {
            for (byte[] qualifier : List.copyOf(cells(family).keySet())) {
                byte[] value = cells(family).get(qualifier);
                if (value.length > 0) {
                    cells(family).put(qualifier, Arrays.copyOf(value, value.length / 2));
                    assertThat(problems(Optional.of(initial.state(USER))))
                            .as("half of " + new Column(family, qualifier))
                            .isNotEmpty();
                    cells(family).put(qualifier, value);
                }
            }
        }
    }

    @Test
    void eachKindOfCorruptionIsReported() {
        NavigableMap<byte[], byte[]> keywords = cells(Family.KEYWORDS);
        byte[] first = keywords.firstKey();
        byte[] value = keywords.remove(first);
        assertThat(problems(Optional.empty())).containsOnly(Map.entry(Problem.MISSING_INDEX, 1));
        keywords.put(first, value);

        table.put(USER, List.of(new Cell(Qualifiers.keyword("nowhere", 0), new byte[] {0})));
        assertThat(problems(Optional.empty())).containsOnly(Map.entry(Problem.DANGLING_INDEX, 1));
        table.delete(USER, List.of(Qualifiers.keyword("nowhere", 0)));

        Message original = source.message(USER, 0);
        Message other = new Message(
                0,
                original.chat(),
                original.sender() + 1,
                original.recipients(),
                original.sentAt(),
                original.externalId(),
                original.subject(),
                original.body());
        Column record = Qualifiers.record(0);
        byte[] addMsg = cells(Family.ACTIONS).get(record.qualifier());
        table.put(USER, List.of(new Cell(record, new LogRecord.Added(other, 0).encode())));
        assertThat(problems(Optional.empty())).containsOnly(Map.entry(Problem.WRONG_CONTENT, 1));
        table.put(USER, List.of(new Cell(record, addMsg)));

        Mailbox ahead = initial.state(USER);
        ahead.add(source);
        assertThat(problems(Optional.of(ahead))).containsOnlyKeys(Problem.WRONG_STATE);
    }

    private NavigableMap<byte[], byte[]> cells(Family family) {
        return table.family(USER, family);
    }

    private Map<Problem, Integer> problems(Optional<Mailbox> known) {
        Map<Problem, Integer> problems = new EnumMap<>(Problem.class);
        RowAudit.check(
                source, USER, table.row(USER), known, (problem, what) -> problems.merge(problem, 1, Integer::sum));
        return problems;
    }
}
