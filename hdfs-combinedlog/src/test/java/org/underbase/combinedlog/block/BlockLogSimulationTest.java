package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Seeded schedules of a DataNode's life; the message of a failure contains the seed. Properties: {@code underbase.seed} runs one
 * schedule, {@code underbase.schedules} sets their number, {@code underbase.firstSeed} the first seed.
 */
class BlockLogSimulationTest {
    private static final int SCHEDULES = 2_000;
    private static final int CONTROL = 2_000;

    @Test
    void acknowledgedBytesSurviveEverySchedule() {
        Long single = Long.getLong("underbase.seed");
        long first = single == null ? Long.getLong("underbase.firstSeed", 1) : single;
        long count = single == null ? Integer.getInteger("underbase.schedules", SCHEDULES) : 1;
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
    void simulationDetectsAJournalDiskThatIgnoresFsync() {
        expectDetection(BlockLogSimulation::withoutJournalFsync);
    }

    @Test
    void simulationDetectsAReplayThatDoesNotTruncate() {
        expectDetection(BlockLogSimulation::withReplayThatDoesNotTruncate);
    }

    @Test
    void simulationDetectsARepeatedFsyncWithoutARewrite() {
        expectDetection(BlockLogSimulation::withoutRewrites);
    }

    @Test
    void simulationDetectsAReplayThatTrustsSuspectFiles() {
        expectDetection(BlockLogSimulation::withReplayThatTrustsSuspectFiles);
    }

    @Test
    void simulationDetectsAReplayThatLosesTheRecordsOfFailedReplicas() {
        expectDetection(BlockLogSimulation::withReplayThatLosesFailedRecords);
    }

    @Test
    void simulationDetectsASyncOfTheFileSystemThatIgnoresFailures() {
        expectDetection(BlockLogSimulation::withSyncThatIgnoresFailures);
    }

    private static void expectDetection(UnaryOperator<BlockLogSimulation> fault) {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= CONTROL; seed++) {
                        fault.apply(new BlockLogSimulation(seed)).run();
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed ");
    }
}
