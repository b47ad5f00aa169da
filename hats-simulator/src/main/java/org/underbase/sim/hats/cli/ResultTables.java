package org.underbase.sim.hats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.operator.page.Chart;
import org.underbase.operator.page.Chart.Kind;
import org.underbase.operator.page.CheckPointTable;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.study.ClusterStudy;
import org.underbase.sim.hats.study.Metric;
import org.underbase.sim.hats.study.Metrics;
import org.underbase.sim.hats.study.TestbedStudy;
import org.underbase.sim.hats.study.TestbedStudy.OneTier;

/** Tables and charts of a study, for its page. */
final class ResultTables {
    private final List<PageTable> tables = new ArrayList<>();

    private ResultTables() {}

    static List<PageTable> of(Results results) {
        ResultTables all = new ResultTables();
        all.tables.add(CheckPointTable.of("Comparison with hatS", results.points()));
        results.testbed().ifPresent(all::testbed);
        if (!results.clusters().isEmpty()) {
            all.scenarios(results.clusters(), "H13", Metric.RATE);
            all.scenarios(results.clusters(), "H13-job-time", Metric.JOB_SECONDS);
            all.scenarios(results.clusters(), "H13-network", Metric.NETWORK);
            all.scenarios(results.clusters(), "H13-reads-from-SSDs", Metric.SSD_SHARE);
        }
        for (ClusterStudy study : results.clusters()) {
            String change = study.change().isEmpty() ? "" : ", " + study.change();
            String id = ("cluster-" + study.load() + change).replaceAll("[^A-Za-z0-9.]+", "-");
            String title = "Cluster of " + results.nodes() + " nodes, " + study.load() + " load" + change;
            all.tables.add(quantities(id, title, study.policies()));
        }
        return all.tables;
    }

    private void testbed(TestbedStudy study) {
        Map<Policy, Metrics> policies = study.policies();
        figure("H3", "TestDFSIO write", policies, Metric.WRITE_THROUGHPUT, Metric.WRITE_RATE);
        figure(
                "H4",
                "TestDFSIO read",
                policies,
                Metric.READ_THROUGHPUT,
                Metric.READ_RATE,
                Metric.OWN_READ_THROUGHPUT,
                Metric.OWN_READ_RATE);
        figure("H5", "replicas by tier", policies, Metric.STORED_PCIE, Metric.STORED_SATA, Metric.STORED_HDD);
        figure("H6", "reads of Grep by tier", policies, Metric.READ_PCIE, Metric.READ_SATA, Metric.READ_HDD);
        figure(
                "H6-distance",
                "reads of Grep by distance",
                policies,
                Metric.READ_NODE,
                Metric.READ_RACK,
                Metric.READ_REMOTE);
        figure("H7", "average I/O rate at 10 and 1 Gb/s", policies, Metric.READ_RATE, Metric.SLOW_READ_RATE);
        List<List<Object>> rows = new ArrayList<>();
        for (OneTier times : study.oneTier()) {
            rows.add(List.of(times.devices(), times.teragen(), times.grep()));
        }
        tables.add(PageTable.of(
                        "H8",
                        "H8: all replicas on one class of devices",
                        List.of("devices", "TeraGen, s", "Grep, s"),
                        1,
                        rows)
                .from("H8")
                .with(Chart.of(Kind.BARS, 1, 3, "seconds")));
        policies.forEach(this::series);
        tables.add(quantities("testbed", "Testbed of 27 nodes, 39 DataNodes", policies));
    }

    /** Adds a figure whose columns are quantities with one unit. */
    private void figure(String id, String title, Map<Policy, Metrics> policies, Metric... metrics) {
        List<String> columns = new ArrayList<>(List.of("policy"));
        for (Metric metric : metrics) {
            columns.add(metric.toString());
        }
        List<List<Object>> rows = new ArrayList<>();
        policies.forEach((policy, values) -> {
            List<Object> row = new ArrayList<>(List.of(policy.toString()));
            for (Metric metric : metrics) {
                row.add(values.of(metric));
            }
            rows.add(row);
        });
        String where = id.split("-", 2)[0];
        String unit = metrics[0].toString().endsWith("MB/s") ? "MB/s" : "share";
        tables.add(PageTable.of(id, where + ": " + title, columns, 1, rows)
                .from(where)
                .with(Chart.of(Kind.BARS, 1, columns.size(), unit)));
    }

    private void series(Policy policy, Metrics metrics) {
        if (metrics.series().isEmpty()) {
            return;
        }
        List<String> columns = new ArrayList<>(List.of("second"));
        columns.addAll(metrics.series().keySet());
        int seconds = metrics.series().values().stream()
                .mapToInt(rates -> rates.length)
                .max()
                .orElseThrow();
        List<List<Object>> rows = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            List<Object> row = new ArrayList<>(List.of((double) second));
            for (double[] rates : metrics.series().values()) {
                row.add(second < rates.length ? rates[second] : 0.0);
            }
            rows.add(row);
        }
        tables.add(PageTable.of("H9-H12-" + policy, "H9 to H12: Grep with " + policy, columns, 1, rows)
                .captioned("Disks and network of one DataNode per tier, in the first run.")
                .from("H9, H10, H11, H12")
                .with(Chart.of(Kind.LINES, 1, columns.size(), "MB/s")));
    }

    /** Adds a quantity of all loads and changes, in a column per policy. */
    private void scenarios(List<ClusterStudy> studies, String id, Metric metric) {
        List<String> columns = new ArrayList<>(List.of("load"));
        studies.get(0).policies().keySet().forEach(policy -> columns.add(policy.toString()));
        List<List<Object>> rows = new ArrayList<>();
        for (ClusterStudy study : studies) {
            List<Object> row = new ArrayList<>();
            row.add(study.load() + (study.change().isEmpty() ? "" : ", " + study.change()));
            study.policies().values().forEach(metrics -> row.add(metrics.of(metric)));
            rows.add(row);
        }
        tables.add(PageTable.of(id, "H13: " + metric, columns, 1, rows)
                .from("H13")
                .with(Chart.of(Kind.BARS, 1, columns.size(), metric.toString())));
    }

    /** Returns all quantities, in a column per policy. */
    static PageTable quantities(String id, String title, Map<Policy, Metrics> policies) {
        List<String> columns = new ArrayList<>(List.of("quantity"));
        policies.keySet().forEach(policy -> columns.add(policy.toString()));
        List<List<Object>> rows = new ArrayList<>();
        for (Metric metric : policies.values().iterator().next().names()) {
            List<Object> row = new ArrayList<>(List.of(metric.toString()));
            policies.values().forEach(metrics -> row.add(metrics.of(metric)));
            rows.add(row);
        }
        return PageTable.of(id, title, columns, 1, rows);
    }
}
