package org.underbase.localcompact.coordinator;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of the DataNodes whose merges failed or diverged. Such a node is excluded from the local compactions of this server,
 * first for a configured pause and twice as long after each further failure, up to 64 pauses: otherwise a node with bad memory
 * or another codec library would cost each compaction a merge or two. Thread-safe.
 */
public final class FailureMemory {
    private static final Logger LOG = LoggerFactory.getLogger(FailureMemory.class);
    private static final int MAX_DOUBLINGS = 6;

    /** Kind of failure. */
    public enum Kind {
        /** The merge wrote other bytes than a majority, or there was no majority. */
        DIVERGED,
        /** The merge failed, lagged, or its server did not respond. */
        FAILED,
        /** The server has another version or other settings. */
        INCOMPATIBLE
    }

    /**
     * Failures of one DataNode.
     *
     * @param dataNode data transfer address {@code ip:port}
     * @param counts number of failures since the server started, by kind
     * @param excluded remaining time of the exclusion; zero if the node is not excluded
     */
    public record NodeFailures(String dataNode, Map<Kind, Long> counts, Duration excluded) {}

    private static final class Node {
        private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        private int doublings;
        private long until;
    }

    private final long pauseNanos;
    private final LongSupplier clock;
    private final Map<String, Node> nodes = new TreeMap<>();

    /** With a pause of zero it only counts. {@code clock} returns nanoseconds. */
    FailureMemory(Duration pause, LongSupplier clock) {
        this.pauseNanos = pause.toNanos();
        this.clock = clock;
    }

    /** Counts a failure. Failures during an exclusion, of merges that began before, do not extend it. */
    synchronized void add(String dataNode, Kind kind) {
        Node node = nodes.computeIfAbsent(dataNode, any -> new Node());
        node.counts.merge(kind, 1L, Long::sum);
        if (remaining(node) > 0 || pauseNanos == 0) {
            return;
        }
        long pause = pauseNanos << node.doublings;
        node.until = clock.getAsLong() + pause;
        node.doublings = Math.min(node.doublings + 1, MAX_DOUBLINGS);
        LOG.warn(
                "Excluding DataNode {} from local compactions for {} s: a merge is {}, failures {}",
                dataNode,
                Duration.ofNanos(pause).toSeconds(),
                kind,
                node.counts);
    }

    /** Resets the pause of a node after a successful merge, unless the merge began before a failure. */
    synchronized void succeeded(String dataNode) {
        Node node = nodes.get(dataNode);
        if (node != null && remaining(node) == 0) {
            node.doublings = 0;
        }
    }

    private long remaining(Node node) {
        return node.doublings == 0 ? 0 : Math.max(0, node.until - clock.getAsLong());
    }

    /** Lists the excluded DataNodes. */
    synchronized Set<String> excluded() {
        Set<String> excluded = new TreeSet<>();
        nodes.forEach((dataNode, node) -> {
            if (remaining(node) > 0) {
                excluded.add(dataNode);
            }
        });
        return excluded;
    }

    /**
     * Counts the failures of all nodes.
     *
     * @param kind kind of failure
     * @return number of failures since the server started
     */
    public synchronized long count(Kind kind) {
        return nodes.values().stream()
                .mapToLong(node -> node.counts.getOrDefault(kind, 0L))
                .sum();
    }

    /**
     * Lists the DataNodes that ever failed.
     *
     * @return snapshot in the order of the addresses
     */
    public synchronized List<NodeFailures> nodes() {
        return nodes.entrySet().stream()
                .map(each -> new NodeFailures(
                        each.getKey(),
                        Map.copyOf(each.getValue().counts),
                        Duration.ofNanos(remaining(each.getValue()))))
                .toList();
    }
}
