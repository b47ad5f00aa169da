package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.StudySetup;

/** Alternatives on the same requests, and the choice among them. */
class RecommendationTest {
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 120;
    private static final double MEGABYTE = 1 << 20;

    /** A machine whose memory holds 4 pages. */
    private static final Alternative BASE =
            Alternative.of("baseline", new Hardware(4.0 * PAGE / (1 << 30), 0, 4), Prices.PAPER, PaperDisk.DEFAULT);

    private static List<Outcome> simulate(String... names) {
        List<Alternative> alternatives = new ArrayList<>(List.of(BASE));
        for (String name : names) {
            alternatives.add(Change.apply(BASE, name));
        }
        StudySetup setup = StudySetup.ofTrace(PaperDisk.DEFAULT, 1, SECONDS * SECOND, 1, 1, 1);
        try (AlternativesStudy study = new AlternativesStudy(alternatives, setup)) {
            for (int second = 0; second < SECONDS; second++) {
                long time = second * SECOND;
                // Sixteen pages in turn: only a larger cache contains them.
                study.request(time, Activity.USER_READ, 1, second % 16 * PAGE, PAGE, false);
                study.request(time + 1, Activity.COMPACTION_READ, 2, second * PAGE, PAGE, true);
                study.request(time + 2, Activity.COMPACTION_WRITE, 3, second * PAGE, PAGE, true);
            }
            return study.finish(SECONDS / 60.0);
        }
    }

    @Test
    void localCompactionReadsReplicasInsteadOfTheNetwork() {
        List<Outcome> outcomes = simulate("localcompact");
        double perMinute = 60 * PAGE / MEGABYTE;

        assertThat(outcomes.get(0).value(Metric.NETWORK)).isEqualTo(perMinute);
        assertThat(outcomes.get(1).value(Metric.NETWORK)).isZero();
        Difference reads = Difference.of(Metric.DISK_READS, outcomes.get(1), outcomes.get(0));
        assertThat(reads.isSignificant()).isTrue();
        assertThat(reads.unmeasured()).isEmpty();
        assertThat(reads.value()).isCloseTo(perMinute, within(0.01));
    }

    @Test
    void foregroundIsNotComparedWithAndWithoutHsync() {
        List<Outcome> outcomes = simulate("hsync", "disks=8");

        assertThat(Difference.of(Metric.FOREGROUND_MEAN, outcomes.get(1), outcomes.get(0))
                        .sampling())
                .isInfinite();
        assertThat(Difference.of(Metric.FOREGROUND_MEAN, outcomes.get(2), outcomes.get(0))
                        .sampling())
                .isFinite();
    }

    @Test
    void quantilesHaveTheErrorOfTheirBins() {
        List<Outcome> outcomes = simulate("disks=8");

        assertThat(Difference.of(Metric.READ_P99, outcomes.get(1), outcomes.get(0))
                        .sampling())
                .isGreaterThanOrEqualTo(outcomes.get(0).value(Metric.READ_P99) / 64);
    }

    @Test
    void moreMemoryIsWorthItsPriceAndMoreDisksAreNot() {
        List<Outcome> outcomes = simulate("ram=1m", "disks=8");

        Difference latency = Difference.of(Metric.READ_MEAN, outcomes.get(1), outcomes.get(0));
        assertThat(latency.isSignificant()).isTrue();
        assertThat(latency.unmeasured()).containsExactly("ram");
        assertThat(Recommendation.of(outcomes, Goal.NONE))
                .as("reads of one file use one disk")
                .containsExactly(outcomes.get(0), outcomes.get(1));
        Goal goal = new Goal(Metric.READ_MEAN, outcomes.get(0).value(Metric.READ_MEAN) / 2);
        assertThat(Recommendation.of(outcomes, goal)).containsExactly(outcomes.get(1));
    }

    @Test
    void equalAlternativesHaveNoDifference() {
        List<Outcome> outcomes = simulate("flash=4k");

        assertThat(Difference.of(Metric.LOG_MEAN, outcomes.get(1), outcomes.get(0))
                        .isSignificant())
                .as("no log")
                .isFalse();
        assertThat(Recommendation.of(outcomes, Goal.NONE)).containsExactly(outcomes.get(0));
        assertThat(outcomes.get(1).flashYears()).isPositive().isFinite();
    }
}
