package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the merges that a compaction drops for their lag, in virtual time and with the default limits. */
class LagClockTest {
    private static final int BLOCKS = 10;
    private static final int QUORUM = 2;
    private static final double BLOCK_MIB = 128;

    private final LagBudget budget = new LagBudget(Duration.ofSeconds(10), 2, Duration.ofSeconds(60));

    private static long seconds(double seconds) {
        return (long) (seconds * 1_000_000_000L);
    }

    /** Merge with its rate in MiB/s. */
    private record Merge(String name, double rate) {
        boolean own() {
            return name.equals("own");
        }

        long nanos() {
            return seconds(BLOCK_MIB / rate);
        }
    }

    /** Runs all blocks of a compaction; returns the names of the dropped merges. */
    private Set<String> dropped(double own, double second, double third) {
        List<Merge> merges =
                new ArrayList<>(List.of(new Merge("own", own), new Merge("second", second), new Merge("third", third)));
        merges.sort(Comparator.comparing(Merge::nanos));
        Set<String> dropped = new TreeSet<>();
        long now = 0;
        for (int block = 0; block < BLOCKS; block++) {
            now = run(merges, now, dropped);
            merges.removeIf(merge -> dropped.contains(merge.name()));
        }
        return dropped;
    }

    /** Runs a block, with the merges in the order of their ends; returns its end. */
    private long run(List<Merge> merges, long began, Set<String> dropped) {
        LagClock clock = new LagClock(QUORUM, merges.stream().anyMatch(Merge::own), budget, began);
        long now = began;
        for (Merge merge : merges) {
            long end = began + merge.nanos();
            if (clock.started() && clock.left(end) < 0) {
                dropped.add(merge.name());
                now = end + clock.left(end);
            } else {
                now = end;
                clock.ended(merge.own(), true, now);
            }
        }
        clock.stop(now);
        return now;
    }

    /** Two concurrent compactions halve HBase's limit of 50 MB/s; merges for other servers use up to 100 MB/s. */
    @ParameterizedTest
    @ValueSource(doubles = {25, 1})
    void slowOwnMergeStays(double rate) {
        assertThat(dropped(rate, 100, 100)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"100,25,true", "100,30,true", "100,40,false", "25,10,false", "25,7,true"})
    void mergeOfOtherServerIsDroppedIfMoreThanThreeTimesSlower(double own, double third, boolean isDropped) {
        assertThat(dropped(own, 100, third)).isEqualTo(isDropped ? Set.of("third") : Set.of());
    }

    @Test
    void clockStartsWhenOwnMergeFails() {
        LagClock clock = new LagClock(QUORUM, true, budget, 0);
        clock.ended(false, true, seconds(1));
        clock.ended(false, true, seconds(2));
        assertThat(clock.started()).isFalse();
        clock.ended(true, false, seconds(20));
        assertThat(clock.started()).isTrue();
        assertThat(clock.limit()).isEqualTo(seconds(40));
        assertThat(clock.left(seconds(25))).isEqualTo(seconds(35));
    }

    @Test
    void clockStartsAtOnceWithoutQuorum() {
        LagClock clock = new LagClock(0, false, budget, seconds(5));
        assertThat(clock.started()).isTrue();
        assertThat(clock.left(seconds(5))).isEqualTo(seconds(10));
    }
}
