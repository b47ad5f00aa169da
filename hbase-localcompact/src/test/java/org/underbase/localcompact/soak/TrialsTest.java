package org.underbase.localcompact.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.soak.SoakJournal.Finished;
import org.underbase.operator.output.ProgressLine;

/** Test that a resumed soak repeats the groups whose checks failed, without a cluster. */
class TrialsTest {
    private final Iterator<Schedule> dealt = Schedule.deal(new Random(1), EnumSet.allOf(Fault.class));
    private final List<Schedule> group = List.of(dealt.next(), dealt.next());
    private final Tables tables = mock(Tables.class);
    private final SoakJournal journal;
    private final Trials trials;

    TrialsTest() throws IOException {
        journal = SoakJournal.open(Optional.empty(), "soak");
        ProgressLine progress = new ProgressLine(new PrintWriter(System.err, true, UTF_8), "soak");
        trials = new Trials(mock(FaultCluster.class), tables, new SoakCounters(), journal, progress) {
            @Override
            Finished run(Schedule schedule) {
                return finished(schedule);
            }
        };
    }

    private static Finished finished(Schedule schedule) {
        return new Finished(schedule.number(), schedule.number() != 1, List.of("LOCAL"), 1, 0, 0);
    }

    @Test
    void checkedGroupIsRecorded() throws IOException {
        assertThat(trials.run(List.of(group))).containsExactly(group.get(0));
        assertThat(journal.finished())
                .containsExactlyElementsOf(Stream.of(group.get(0), group.get(1))
                        .map(TrialsTest::finished)
                        .toList());
    }

    @Test
    void groupWithMissingReplicaIsNotRecorded() throws IOException {
        doThrow(new Violation("a replica is missing")).when(tables).awaitReplicated();
        assertThatThrownBy(() -> trials.run(List.of(group))).isInstanceOf(Violation.class);
        assertThat(journal.finished()).isEmpty();
    }

    @Test
    void groupWithWrongRowIsNotRecorded() throws IOException {
        doThrow(new Violation("a row is missing")).when(tables).check(anyString());
        assertThatThrownBy(() -> trials.run(List.of(group))).isInstanceOf(Violation.class);
        assertThat(journal.finished()).isEmpty();
    }
}
