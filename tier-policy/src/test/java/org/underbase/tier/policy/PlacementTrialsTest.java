package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The planner is not exact: it samples nodes instead of listing them. What it misses; of 30,000 blocks the numbers given:
 *
 * <ul>
 *   <li>worse (5): a tier is in more racks than were sampled, and just those not sampled would have kept the second or third
 *       replica where it belongs.
 *   <li>worse (5): not all replicas find a node on their tier, and one that may be anywhere took a node with a tier instead of
 *       one without.
 *   <li>farther (3): fewer replicas are placed than tiers want, and the writer's node was spared for one of a tier that is not
 *       placed now.
 *   <li>Where the chooser takes nothing back, worse in more cases: the view counts nodes that are full or gone, or an earlier
 *       replica took what a later one needed.
 * </ul>
 */
class PlacementTrialsTest {
    private static final int CASES = 10_000;

    @Test
    void tenThousandClusters() {
        PlacementTrials trials = new PlacementTrials(true).run(CASES, Seeds.seed());
        for (Degradation least : Degradation.values()) {
            assertThat(trials.cases(least)).as("cases of %s: %s", least, trials).isGreaterThan(30);
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
