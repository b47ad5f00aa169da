package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The planner is not exact: it samples nodes instead of listing them. What it misses, and how often at most:
 *
 * <ul>
 *   <li>worse: a tier is in more racks than were sampled, and just those not sampled would have kept the third replica near
 *       another one. Also, where the chooser takes nothing back: the view counts nodes that are full or gone.
 *   <li>fewer: not all replicas find a node, and one that may be anywhere took a node with a tier instead of one without.
 * </ul>
 */
class PlacementTrialsTest {
    private static final int CASES = 10_000;

    @Test
    void tenThousandClusters() {
        PlacementTrials trials = new PlacementTrials(true).run(CASES, Seeds.seed());
        for (Degradation least : Degradation.values()) {
            assertThat(trials.cases(least)).as("cases of %s: %s", least, trials).isGreaterThan(50);
        }
        assertThat(trials.worse()).as("worse: %s", trials).hasSizeLessThan(CASES / 500);
        assertThat(trials.fewer()).as("fewer: %s", trials).hasSizeLessThan(CASES / 200);
        assertThat(trials.farther()).as("farther: %s", trials).hasSizeLessThan(CASES / 500);
        assertThat(trials.mostQuestions()).as("most questions: %s", trials).isLessThan(1000);
    }

    @Test
    void tenThousandClustersWhereNothingIsTakenBack() {
        PlacementTrials trials = new PlacementTrials(false).run(CASES, Seeds.seed());
        assertThat(trials.worse()).as("worse: %s", trials).hasSizeLessThan(CASES / 25);
        assertThat(trials.fewer()).as("fewer: %s", trials).hasSizeLessThan(CASES / 200);
    }
}
