package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Many schedules of a DataNode's life, each from a seed that is in the message of one that fails. Properties: {@code
 * underbase.seed} replays one alone, {@code underbase.schedules} says how many there are, {@code underbase.firstSeed} where
 * they begin.
 */
class BlockLogSimulationTest {
    private static final int SCHEDULES = 2_000;
    private static final int CONTROL = 2_000;

    @Test
    void noScheduleBreaksWhatWasPromised() {
        Long alone = Long.getLong("underbase.seed");
        long first = alone == null ? Long.getLong("underbase.firstSeed", 1) : alone;
        long count = alone == null ? Integer.getInteger("underbase.schedules", SCHEDULES) : 1;
        long replays = 0;
        for (long seed = first; seed < first + count; seed++) {
            BlockLogSimulation simulation = new BlockLogSimulation(seed);
            simulation.run();
            replays += simulation.replays();
        }
        System.out.println(count + " schedules with " + replays + " replays");
        assertThat(replays).isGreaterThanOrEqualTo(count);
    }

    @Test
    void aJournalDiskThatLiesIsFoundOut() {
        expectFound(BlockLogSimulation::withLyingJournalDisk);
    }

    @Test
    void aReplayThatDoesNotCutIsFoundOut() {
        expectFound(BlockLogSimulation::withReplayThatDoesNotCut);
    }

    private static void expectFound(UnaryOperator<BlockLogSimulation> wrong) {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= CONTROL; seed++) {
                        wrong.apply(new BlockLogSimulation(seed)).run();
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed ");
    }
}
