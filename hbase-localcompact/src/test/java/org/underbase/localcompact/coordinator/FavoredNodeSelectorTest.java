package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.coordinator.FavoredNodeSelector.Node;

class FavoredNodeSelectorTest {
    private static Node node(int host, String rack) {
        return new Node("10.0.0." + host + ":9866", "10.0.0." + host, rack, "h" + host);
    }

    private static List<Node> nodes(int count, int perRack) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            nodes.add(node(i, "/r" + (i - 1) / perRack));
        }
        return nodes;
    }

    private static List<Integer> hosts(List<Node> nodes) {
        return nodes.stream()
                .map(each -> Integer.parseInt(each.ip().substring("10.0.0.".length())))
                .toList();
    }

    @Test
    void ownNodeIsFirstThenThoseWithMostBytes() {
        Map<String, Long> held = Map.of("10.0.0.7:9866", 500L, "10.0.0.9:9866", 900L, "10.0.0.3:9866", 100L);
        List<Node> chosen = FavoredNodeSelector.choose(
                "10.0.0.2", nodes(12, 1), address -> held.getOrDefault(address, 0L), "region", 3);
        assertThat(hosts(chosen)).containsExactly(2, 9, 7);
    }

    @Test
    void nodesAreOnTwoRacksIfPossible() {
        Map<String, Long> held = Map.of("10.0.0.2:9866", 900L, "10.0.0.3:9866", 800L);
        List<Node> chosen = FavoredNodeSelector.choose(
                "10.0.0.1", nodes(8, 4), address -> held.getOrDefault(address, 0L), "region", 3);
        assertThat(hosts(chosen).subList(0, 2)).containsExactly(1, 2);
        assertThat(chosen.get(2).rack()).isEqualTo("/r1");
        assertThat(hosts(FavoredNodeSelector.choose("10.0.0.1", nodes(4, 4), address -> 0, "region", 3)))
                .hasSize(3);
    }

    @Test
    void newRegionsAreSpreadOverNodes() {
        Set<List<Integer>> seen = new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
        for (int region = 0; region < 100; region++) {
            seen.add(hosts(FavoredNodeSelector.choose("10.0.0.1", nodes(12, 4), address -> 0, "region-" + region, 3)));
        }
        assertThat(seen).hasSizeGreaterThan(20);
    }

    @Test
    void hostWithSeveralDataNodesIsSelectedOnce() {
        List<Node> live = new ArrayList<>(nodes(3, 1));
        live.add(new Node("10.0.0.1:9999", "10.0.0.1", "/r0", "h1"));
        live.add(new Node("10.0.0.2:9999", "10.0.0.2", "/r1", "h2"));
        List<Node> chosen = FavoredNodeSelector.choose("10.0.0.1", live, address -> 0, "region", 3);
        assertThat(hosts(chosen)).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void noNodesAreSelectedWithoutDataNodeOnOwnHost() {
        assertThat(FavoredNodeSelector.choose("10.0.0.99", nodes(3, 1), address -> 0, "region", 3))
                .isEmpty();
    }

    /** With 5,000 RegionServers, a report per refresh interval of each would use a large part of the NameNode's time. */
    @Test
    void ageOfListGrowsWithCluster() {
        long interval = TimeUnit.SECONDS.toNanos(30);
        assertThat(DataNodes.cacheNanos(interval, 4, DataNodes.CACHE_PER_NODE_NANOS))
                .isEqualTo(interval);
        assertThat(DataNodes.cacheNanos(interval, 5_000, DataNodes.CACHE_PER_NODE_NANOS))
                .isEqualTo(TimeUnit.SECONDS.toNanos(250));
    }

    @Test
    void hostNameIsUsedOnlyIfItResolvesToDataNode() {
        assertThat(name("localhost", "127.0.0.1")).isEqualTo("localhost");
        assertThat(name("localhost", "10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(name("unknown.invalid", "10.0.0.1")).isEqualTo("10.0.0.1");
    }

    private static String name(String hostName, String ip) {
        return DataNodes.name(new Node(ip + ":9866", ip, "/r0", hostName));
    }
}
