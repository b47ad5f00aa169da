package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InputLocalityTest {
    private static final InputLocality LOCALITY = new InputLocality(
            1000,
            Map.of("10.0.0.1:1", 400L, "10.0.0.1:2", 600L, "10.0.0.2:1", 900L, "10.0.0.3:2", 1000L),
            Map.of("/r1", 1000L, "/r2", 900L),
            true,
            InputLocality::host);
    private static final List<String> ALL =
            List.of("10.0.0.1:1", "10.0.0.1:2", "10.0.0.2:1", "10.0.0.2:2", "10.0.0.3:1", "10.0.0.3:2", "10.0.0.4:1");

    @Test
    void hostIsSelectedOnceByDataNodeWithMostBytes() {
        assertThat(LOCALITY.fullest(ALL, 3, "10.0.0.2")).containsExactly("10.0.0.2:1", "10.0.0.3:2", "10.0.0.1:2");
        assertThat(LOCALITY.fullest(ALL, 9, "10.0.0.4"))
                .containsExactly("10.0.0.4:1", "10.0.0.3:2", "10.0.0.1:2", "10.0.0.2:1");
        assertThat(LOCALITY.fullest(ALL, 2, "10.0.0.9")).containsExactly("10.0.0.3:2", "10.0.0.1:2");
    }

    /** Otherwise each compaction on a cluster of thousands of nodes would use a quarter of a second of CPU time to decide. */
    @Test
    void nodesWithInputsAreReadOnceForAllNodes() {
        List<String> nodes = new ArrayList<>();
        Map<String, Long> held = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            nodes.add("10.0." + i / 250 + "." + i % 250 + ":9866");
            if (i % 10 == 0) {
                held.put(nodes.get(i), 1L + i);
            }
        }
        AtomicInteger reads = new AtomicInteger();
        InputLocality large = new InputLocality(1000, held, Map.of(), true, address -> {
            reads.incrementAndGet();
            return InputLocality.host(address);
        });
        assertThat(large.fullest(nodes, 2, "10.0.0.1")).containsExactly("10.0.0.1:9866", "10.0.3.240:9866");
        assertThat(reads).hasValueLessThan(100 * nodes.size());
    }

    @Test
    void inputInOtherRacksIsThatOfNoNodeOfTheRack() {
        assertThat(LOCALITY.outsideRack("/r1")).isZero();
        assertThat(LOCALITY.outsideRack("/r2")).isEqualTo(100);
        assertThat(LOCALITY.outsideRack("/r3")).isEqualTo(1000);
        assertThat(LOCALITY.outsideRack(null)).isZero();
    }

    @Test
    void shortageCountsNodes() {
        assertThat(LOCALITY.shortage(List.of("10.0.0.1:1", "10.0.0.1:2", "10.0.0.2:1"), ALL, 3))
                .isEqualTo("2 of 4 nodes with a live DataNode have a RegionServer that merges; 3 are required");
    }

    @Test
    void inputOnOtherDataNodeOfHostIsLocal() {
        assertThat(LOCALITY.nonLocal("10.0.0.1:1")).isZero();
        assertThat(LOCALITY.nonLocal("10.0.0.2:2")).isEqualTo(100);
        assertThat(LOCALITY.nonLocal("10.0.0.4:1")).isEqualTo(1000);
    }

    /** HBase's tests run all DataNodes on one host: {@code OneHostCoordinator}. */
    @Test
    void dataNodesOfOneHostHoldAllReplicasIfEachCountsAsHost() {
        InputLocality one = new InputLocality(
                1000,
                Map.of("127.0.0.1:1", 400L, "127.0.0.1:2", 1000L, "127.0.0.1:3", 900L),
                Map.of("/r1", 1000L),
                true,
                address -> address);
        List<String> all = List.of("127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3");

        assertThat(one.fullest(all, 3, "127.0.0.1")).containsExactly("127.0.0.1:2", "127.0.0.1:3", "127.0.0.1:1");
        assertThat(one.nonLocal("127.0.0.1:1")).isEqualTo(600);
    }
}
