package org.underbase.localcompact.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;
import org.underbase.operator.output.DurationText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
import org.underbase.operator.output.TextTable;

/** Status as tables. */
final class StatusText {
    private static final String FALLBACK = "Fallback";

    private StatusText() {}

    static void print(ClusterReport report, PrintWriter out) {
        servers(report).print(out);
        print(out, new TextTable("FALLBACK", "COMPACTIONS"), fallbacks(report));
        print(
                out,
                new TextTable("SERVER", "LOCAL COMPACTION OF", "SERVERS", "PHASE", "CELLS", "AGE").leftAligned(),
                tasks(report, StatusProto::getCompactionsList));
        print(
                out,
                new TextTable("SERVER", "MERGE OF", "SERVERS", "PHASE", "CELLS", "AGE").leftAligned(),
                tasks(report, StatusProto::getMergesList));
        print(
                out,
                new TextTable("DATANODE", "EXCLUDED BY", "FOR", "FAILURES", "CAUSE").leftAligned(),
                failures(report));
        print(out, new TextTable("DATANODE", "BYTES NOT SENT TO IT"), saved(report));
        if (!report.problems().isEmpty()) {
            out.println();
            report.problems().forEach(line -> out.println("problem: " + PrintableText.of(line)));
        }
    }

    private static TextTable servers(ClusterReport report) {
        TextTable table = new TextTable(
                "SERVER",
                "BUILD",
                "LOCAL",
                "FALLBACKS",
                "SAVED",
                "BETWEEN RACKS",
                "RUNNING",
                "MERGES",
                "QUEUED",
                "DIVERGED",
                "EXCLUDED");
        for (ServerReport server : report.servers()) {
            table.row(server.status()
                    .map(status -> row(
                            server.server(),
                            status.getBuild() + (report.isOther(server) ? " (other)" : ""),
                            server.counts(),
                            status.getCompactionsCount(),
                            status.getNodesList()))
                    .orElseGet(() -> missing(server)));
        }
        List<StatusProto> all = report.servers().stream()
                .flatMap(server -> server.status().stream())
                .toList();
        table.row(row(
                "total",
                "",
                report.totals(),
                all.stream().mapToLong(StatusProto::getCompactionsCount).sum(),
                all.stream().flatMap(status -> status.getNodesList().stream()).toList()));
        return table;
    }

    private static String[] missing(ServerReport server) {
        return new String[] {
            server.server(),
            server.state() == ServerReport.State.NO_SERVICE ? "no service" : "no response",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-"
        };
    }

    private static String[] row(
            String server, String build, Map<String, Long> counts, long running, List<NodeProto> nodes) {
        return new String[] {
            server,
            build,
            number(counts, "Local"),
            Long.toString(counts.entrySet().stream()
                    .filter(each -> each.getKey().startsWith(FALLBACK))
                    .mapToLong(Map.Entry::getValue)
                    .sum()),
            SizeText.of(counts.getOrDefault("SavedBytes", 0L)),
            SizeText.of(counts.getOrDefault("SavedBytesBetweenRacks", 0L)),
            Long.toString(running),
            number(counts, "OpenMerges"),
            number(counts, "QueuedMerges"),
            number(counts, "DivergedMerges"),
            Long.toString(nodes.stream()
                    .filter(node -> node.getExcludedSeconds() > 0)
                    .map(NodeProto::getDataNode)
                    .distinct()
                    .count())
        };
    }

    private static String number(Map<String, Long> counts, String name) {
        return Long.toString(counts.getOrDefault(name, 0L));
    }

    private static List<String[]> fallbacks(ClusterReport report) {
        return report.totals().entrySet().stream()
                .filter(each -> each.getKey().startsWith(FALLBACK) && each.getValue() > 0)
                .map(each -> new String[] {
                    each.getKey().substring(FALLBACK.length()), each.getValue().toString()
                })
                .toList();
    }

    private static List<String[]> tasks(ClusterReport report, Function<StatusProto, List<TaskProto>> tasks) {
        return rows(report, tasks, (server, task) -> new String[] {
            server,
            PrintableText.of(task.getStore()),
            PrintableText.of(task.getServers()),
            PrintableText.of(task.getPhase()),
            task.getPercent() + "%",
            DurationText.of(Duration.ofSeconds(task.getSeconds()))
        });
    }

    private static List<String[]> failures(ClusterReport report) {
        return rows(report, ServerReport::failedNodes, (server, node) -> new String[] {
            node.getDataNode(),
            server,
            node.getExcludedSeconds() == 0 ? "over" : DurationText.of(Duration.ofSeconds(node.getExcludedSeconds())),
            String.join(
                    ", ",
                    node.getFailuresList().stream()
                            .map(each -> each.getValue() + " " + each.getName())
                            .toList()),
            PrintableText.of(node.getCause())
        });
    }

    private static <T> List<String[]> rows(
            ClusterReport report, Function<StatusProto, List<T>> parts, BiFunction<String, T, String[]> row) {
        List<String[]> rows = new ArrayList<>();
        for (ServerReport server : report.servers()) {
            server.status().map(parts).orElse(List.of()).forEach(each -> rows.add(row.apply(server.server(), each)));
        }
        return rows;
    }

    private static List<String[]> saved(ClusterReport report) {
        return report.savedByDataNode().entrySet().stream()
                .map(each -> new String[] {each.getKey(), SizeText.of(each.getValue())})
                .toList();
    }

    private static void print(PrintWriter out, TextTable table, List<String[]> rows) {
        if (!rows.isEmpty()) {
            rows.forEach(table::row);
            out.println();
            table.print(out);
        }
    }
}
