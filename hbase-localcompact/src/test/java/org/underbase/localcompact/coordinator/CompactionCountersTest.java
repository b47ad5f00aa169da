package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class CompactionCountersTest {
    private static final long MEGA = 1_000_000;

    private final CompactionCounters counters = new CompactionCounters();

    /** The actual output has 900 MB; c is in another rack and read 400 MB from there. */
    private void addTwoRacks() {
        NetworkCost network = new NetworkCost(2, 0, 400 * MEGA, 1000 * MEGA);
        NetworkCost betweenRacks = new NetworkCost(1, 0, 400 * MEGA, 1000 * MEGA);
        counters.addLocal(
                900 * MEGA,
                new CompactionCost(network, betweenRacks, 1000 * MEGA, 3, CostWeights.of(new Configuration(false))),
                Map.of("b:1", 0L, "c:1", 400 * MEGA));
    }

    @Test
    void savedBytesAreThoseOfTheActualOutput() {
        addTwoRacks();
        assertThat(counters.saved()).isEqualTo(2 * 900 * MEGA - 400 * MEGA - 2 * NetworkCost.CONTROL);
        assertThat(counters.estimated()).isEqualTo(1000 * MEGA);
        assertThat(counters.bytes()).isEqualTo(900 * MEGA);
    }

    @Test
    void savedBytesBetweenRacksAreAPartOfAll() {
        addTwoRacks();
        assertThat(counters.savedBetweenRacks()).isEqualTo(900 * MEGA - 400 * MEGA - NetworkCost.CONTROL);
    }

    @Test
    void savedBytesAreCountedByReceivingNode() {
        addTwoRacks();
        addTwoRacks();
        assertThat(counters.savedByDataNode()).isEqualTo(Map.of("b:1", 1800 * MEGA, "c:1", 1000 * MEGA));
    }
}
