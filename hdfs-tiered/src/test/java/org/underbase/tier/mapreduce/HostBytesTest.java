package org.underbase.tier.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.underbase.tier.client.BlockReplicas;
import org.underbase.tier.client.TierReplica;

class HostBytesTest {
    private static final String[] HOSTS = {"a", "b", "c"};

    private final HostBytes bytes = new HostBytes();

    private static TierReplica replica(String host, int rank) {
        return new TierReplica(host, host + ":9866", Optional.of("tier" + rank), OptionalInt.of(rank));
    }

    private static BlockReplicas block(long offset, TierReplica... replicas) {
        return new BlockReplicas(offset, 10, List.of(replicas));
    }

    @Test
    void hostOnTheFastestTierIsFirst() {
        bytes.add(List.of(block(0, replica("c", 0), replica("b", 1), replica("a", 2))), 0, 10);
        assertThat(bytes.order(HOSTS, 0)).containsExactly("c", "b", "a");
        assertThat(bytes.order(HOSTS, 1)).containsExactly("c");
        assertThat(bytes.order(HOSTS, 5)).containsExactly("c", "b", "a");
    }

    @Test
    void onlyBlocksOfTheSplitCount() {
        List<BlockReplicas> file = List.of(
                block(0, replica("a", 0), replica("b", 1)),
                block(10, replica("b", 0), replica("a", 1)),
                block(20, replica("c", 0), replica("a", 1)));
        bytes.add(file, 10, 10);
        assertThat(bytes.order(HOSTS, 0)).containsExactly("b", "a", "c");
    }

    @Test
    void mostBytesOnTheFastestTierAreFirst() {
        List<BlockReplicas> file =
                List.of(block(0, replica("a", 0), replica("b", 1)), block(10, replica("b", 0), replica("a", 1)));
        bytes.add(file, 8, 6);
        assertThat(bytes.order(HOSTS, 0)).containsExactly("b", "a", "c");
    }

    @Test
    void bytesOnTheNextTierDecideAmongEqualHosts() {
        bytes.add(List.of(block(0, replica("a", 0), replica("b", 0)), block(10, replica("b", 1))), 0, 20);
        assertThat(bytes.order(HOSTS, 0)).containsExactly("b", "a", "c");
    }

    @Test
    void hostsWithoutTierKeepTheirOrder() {
        TierReplica without = new TierReplica("c", "c:9866", Optional.empty(), OptionalInt.empty());
        bytes.add(List.of(block(0, without)), 0, 10);
        assertThat(bytes.order(HOSTS, 0)).containsExactly("a", "b", "c");
        assertThat(bytes.order(new String[0], 1)).isEmpty();
    }
}
