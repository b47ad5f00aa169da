package org.underbase.localcompact.coordinator;

import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.worker.Worker;

/**
 * Memory of the nodes whose merges failed or diverged while a majority agreed, or whose servers are incompatible. Such a node is
 * excluded from the local compactions of this server, first for a configured pause and twice as long after each further failure,
 * up to 64 pauses: otherwise a node with bad memory or another codec library would cost each compaction a merge or two. An
 * exclusion ends when the node's server restarts. Thread-safe.
 */
public final class FailureMemory {
    private static final Logger LOG = LoggerFactory.getLogger(FailureMemory.class);
    /** Fingerprint of failures that do not depend on it. */
    private static final String ANY = "";

    /** Kind of failure. */
    public enum Kind {
        /** The merge wrote other bytes than a majority. */
        DIVERGED("check its memory, its disks and its codec libraries if this repeats"),
        /** The merge failed, or its server did not respond. */
        FAILED("check the log of its RegionServer if this repeats"),
        /** The server has another version or other settings. */
        INCOMPATIBLE("install the same releases and settings on all RegionServers");

        private final String action;

        Kind(String action) {
            this.action = action;
        }
    }

    /**
     * Node of a merge.
     *
     * @param dataNode data transfer address {@code ip:port}
     * @param server name of its RegionServer, which a restart changes
     * @param fingerprint versions and codecs that the merge requires
     */
    record Node(String dataNode, String server, String fingerprint) {
        Node anyFingerprint() {
            return new Node(dataNode, server, ANY);
        }
    }

    /**
     * Failures of one DataNode.
     *
     * @param dataNode data transfer address {@code ip:port}
     * @param counts number of recent failures, by kind
     * @param excluded remaining time of the exclusion; zero if the node is not excluded
     * @param reason kind of the failure that started the last exclusion; empty if none has failed
     * @param cause cause of that failure
     */
    public record NodeFailures(
            String dataNode, Map<Kind, Long> counts, Duration excluded, Optional<Kind> reason, String cause) {
        /**
         * Returns the failures of a node whose merges have not failed.
         *
         * @param dataNode data transfer address
         * @return failures without counts
         */
        public static NodeFailures none(String dataNode) {
            return new NodeFailures(dataNode, Map.of(), Duration.ZERO, Optional.empty(), "");
        }

        private NodeFailures plus(NodeFailures other) {
            Map<Kind, Long> sum = new EnumMap<>(counts);
            other.counts.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
            // Of two that are equally long, take the reason that applies to all fingerprints.
            NodeFailures longer = Comparator.comparing(NodeFailures::excluded)
                                    .thenComparing(each -> !each.reason.equals(Optional.of(Kind.INCOMPATIBLE)))
                                    .compare(this, other)
                            < 0
                    ? other
                    : this;
            return new NodeFailures(dataNode, Map.copyOf(sum), longer.excluded, longer.reason, longer.cause);
        }
    }

    private static final class Failures {
        private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        private final Exclusion exclusion;
        private Kind reason;
        private String cause = "";

        Failures(long now, Kind reason) {
            this.exclusion = new Exclusion(now);
            this.reason = reason;
        }
    }

    private final long pauseNanos;
    private final LongSupplier clock;
    private final Map<Node, Failures> nodes = new HashMap<>();
    private final Map<Kind, Long> totals = new EnumMap<>(Kind.class);

    /** With a pause of zero it only counts. {@code clock} returns nanoseconds. */
    FailureMemory(Duration pause, LongSupplier clock) {
        this.pauseNanos = pause.toNanos();
        this.clock = clock;
    }

    /**
     * Counts a failure. An incompatible server is excluded only for merges with the same fingerprint. Failures during an
     * exclusion, of merges that began before, do not extend it.
     */
    synchronized void add(Node node, Kind kind, String cause) {
        forget();
        totals.merge(kind, 1L, Long::sum);
        long now = clock.getAsLong();
        Failures failures = nodes.computeIfAbsent(
                kind == Kind.INCOMPATIBLE ? node : node.anyFingerprint(), any -> new Failures(now, kind));
        failures.counts.merge(kind, 1L, Long::sum);
        if (remaining(failures) > 0) {
            return;
        }
        long pause = failures.exclusion.begin(pauseNanos, now);
        failures.reason = kind;
        failures.cause = cause;
        if (pause > 0) {
            LOG.warn(
                    "Excluding DataNode {} with RegionServer {} from local compactions{} for {} s: {}; {}",
                    node.dataNode(),
                    node.server(),
                    kind == Kind.INCOMPATIBLE ? " with the same codecs" : "",
                    Duration.ofNanos(pause).toSeconds(),
                    cause,
                    kind.action);
        }
    }

    /** Resets the pauses of a node after a successful merge, unless the merge began before a failure. */
    synchronized void succeeded(Node node) {
        for (Node each : List.of(node, node.anyFingerprint())) {
            Failures failures = nodes.get(each);
            if (failures != null) {
                failures.exclusion.succeeded(clock.getAsLong());
            }
        }
    }

    private long remaining(Failures failures) {
        return failures.exclusion.remaining(clock.getAsLong());
    }

    /** Forgets old failures: addresses change, and servers restart. */
    private void forget() {
        long now = clock.getAsLong();
        nodes.values().removeIf(failures -> failures.exclusion.isForgotten(now));
    }

    /**
     * Lists the excluded DataNodes, and forgets the failures of restarted servers.
     *
     * @param workers available workers by DataNode
     * @param fingerprint versions and codecs that the merges require
     */
    synchronized Set<String> excluded(Map<String, Worker> workers, String fingerprint) {
        forget();
        nodes.keySet()
                .removeIf(node -> workers.containsKey(node.dataNode())
                        && !workers.get(node.dataNode()).toString().equals(node.server()));
        Set<String> excluded = new TreeSet<>();
        nodes.forEach((node, failures) -> {
            boolean applies =
                    node.fingerprint().equals(ANY) || node.fingerprint().equals(fingerprint);
            if (applies && workers.containsKey(node.dataNode()) && remaining(failures) > 0) {
                excluded.add(node.dataNode());
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
        return totals.getOrDefault(kind, 0L);
    }

    /**
     * Lists the DataNodes with remembered failures.
     *
     * @return snapshot in the order of the addresses
     */
    public synchronized List<NodeFailures> nodes() {
        forget();
        Map<String, NodeFailures> byDataNode = new TreeMap<>();
        nodes.forEach((node, failures) -> byDataNode.merge(
                node.dataNode(),
                new NodeFailures(
                        node.dataNode(),
                        Map.copyOf(failures.counts),
                        Duration.ofNanos(remaining(failures)),
                        Optional.of(failures.reason),
                        failures.cause),
                NodeFailures::plus));
        return List.copyOf(byDataNode.values());
    }
}
