package org.underbase.localcompact.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.underbase.localcompact.cli.ServerReport.State;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;

/**
 * Responses of all servers.
 *
 * @param servers responses in the order of the servers' names
 * @param usual release of most servers, the first in alphabetical order of several; empty without a response
 */
record ClusterReport(List<ServerReport> servers, Optional<String> usual) {
    /** Finds the release of most servers. */
    ClusterReport(List<ServerReport> servers) {
        this(servers, usual(servers));
    }

    /** Sums up each number over the servers. */
    Map<String, Long> totals() {
        Map<String, Long> totals = new LinkedHashMap<>();
        servers.forEach(server -> server.counts().forEach((name, value) -> totals.merge(name, value, Long::sum)));
        return totals;
    }

    /** Sums up the saved bytes to each DataNode over the servers. */
    Map<String, Long> savedByDataNode() {
        Map<String, Long> saved = new TreeMap<>();
        statuses()
                .flatMap(status -> status.getNodesList().stream())
                .filter(NodeProto::hasSavedBytes)
                .forEach(node -> saved.merge(node.getDataNode(), node.getSavedBytes(), Long::sum));
        return saved;
    }

    private Stream<StatusProto> statuses() {
        return servers.stream().flatMap(server -> server.status().stream());
    }

    private static String release(StatusProto status) {
        return "build " + status.getBuild() + ", " + status.getVersions();
    }

    private static Optional<String> usual(List<ServerReport> servers) {
        Map<String, Long> releases = new TreeMap<>();
        servers.forEach(server -> server.status().ifPresent(status -> releases.merge(release(status), 1L, Long::sum)));
        return releases.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey);
    }

    /** Returns whether a server has another release than most, so that merges are rejected between them. */
    boolean isOther(ServerReport server) {
        return server.status()
                .map(ClusterReport::release)
                .filter(release -> !release.equals(usual.orElse(release)))
                .isPresent();
    }

    /** Describes the servers that do not take part, one line each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (ServerReport server : servers) {
            server.status()
                    .filter(StatusProto::hasSuspension)
                    .ifPresent(status -> problems.add(server.server() + ": starts no local compaction: "
                            + status.getSuspension() + "; check its memory, disks and log, then restart it"));
            if (server.state() != State.SERVING) {
                problems.add(server.server() + ": " + server.failure());
            } else if (isOther(server)) {
                problems.add(server.server() + ": "
                        + server.status().map(ClusterReport::release).orElse("")
                        + ", most servers have " + usual.orElse("")
                        + ": they reject each other's merges; install the same releases and restart it");
            }
        }
        return problems;
    }
}
