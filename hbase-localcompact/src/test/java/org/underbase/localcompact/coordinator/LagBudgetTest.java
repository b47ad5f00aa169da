package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.conf.LocalCompactKeys;

/** Test of the lag that a compaction tolerates, without waiting. */
class LagBudgetTest {
    private static final Duration MAX = Duration.ofSeconds(60);

    private final LagBudget budget = new LagBudget(Duration.ofSeconds(10), 2, MAX);

    private static long seconds(double seconds) {
        return (long) (seconds * 1_000_000_000L);
    }

    /** Runs blocks in which the slowest merge needs {@code factor} times as long; returns whether it is dropped. */
    private boolean isDropped(int blocks, double majority, double factor) {
        for (int i = 0; i < blocks; i++) {
            long lag = seconds(majority * (factor - 1));
            if (lag > budget.limit(seconds(majority))) {
                return true;
            }
            budget.spend(seconds(majority), lag);
        }
        return false;
    }

    @Test
    void serverThatIsTwentyTimesSlowerIsDroppedInFirstBlock() {
        assertThat(isDropped(1, 2.6, 20)).isTrue();
    }

    @Test
    void serverThatIsFourTimesSlowerIsDropped() {
        assertThat(isDropped(20, 2.6, 4)).isTrue();
    }

    @Test
    void serverThatIsTwiceAsSlowIsKept() {
        assertThat(isDropped(1000, 2.6, 2)).isFalse();
    }

    @Test
    void pauseIsToleratedOnce() {
        assertThat(budget.limit(seconds(0.1))).isEqualTo(seconds(10));
        budget.spend(seconds(0.1), seconds(9));
        assertThat(budget.limit(seconds(0.1))).isEqualTo(seconds(1));
    }

    @Test
    void limitIsNeverBelowThatOfCurrentBlock() {
        budget.spend(seconds(0.1), seconds(10));
        assertThat(budget.limit(seconds(3))).isEqualTo(seconds(6));
    }

    @Test
    void fastBlocksRefillTheBudget() {
        budget.spend(seconds(5), seconds(10));
        budget.spend(seconds(20), 0);
        assertThat(budget.limit(seconds(1))).isEqualTo(seconds(42));
    }

    /** Nodes that exceed a limit are excluded from the compactions of all tables. */
    @Test
    void tableCannotChangeTheLag() {
        Configuration table = new Configuration(false);
        table.set(LocalCompactKeys.LAG_MIN.name(), "0");
        table.set(LocalCompactKeys.LAG_FACTOR.name(), "1000");
        table.set(LocalCompactKeys.PROGRESS_TIMEOUT.name(), "1s");
        LagBudget ofTable = Limits.of(table, new Configuration(false)).lagBudget();
        for (double majority : new double[] {0.1, 10, 1000}) {
            assertThat(ofTable.limit(seconds(majority))).isEqualTo(budget.limit(seconds(majority)));
        }
    }

    @Test
    void limitIsAtMostTheProgressTimeout() {
        assertThat(budget.limit(seconds(1000))).isEqualTo(MAX.toNanos());
        Configuration defaults = new Configuration(false);
        assertThat(Limits.of(defaults, defaults).lagBudget().limit(seconds(1000)))
                .isEqualTo(MAX.toNanos());
    }
}
