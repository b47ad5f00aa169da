package org.underbase.sim.hats.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.TextTable;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.study.CheckPoints;
import org.underbase.sim.hats.study.ClusterStudy;
import org.underbase.sim.hats.study.Metric;
import org.underbase.sim.hats.study.Metrics;
import org.underbase.sim.hats.study.Scenario;
import org.underbase.sim.hats.study.TestbedStudy;
import org.underbase.sim.hats.study.TestbedStudy.OneTier;

/**
 * Results of a study, as tables or JSON.
 *
 * @param seed seed of random choices
 * @param nodes nodes of the large cluster
 * @param testbed Figures 3 to 12, if they ran
 * @param clusters Figure 13 and its variants
 */
record Results(long seed, int nodes, Optional<TestbedStudy> testbed, List<ClusterStudy> clusters) {
    List<CheckPoint> points() {
        List<CheckPoint> points = new ArrayList<>();
        testbed.ifPresent(study -> points.addAll(CheckPoints.of(study)));
        clusters.stream()
                .filter(study -> study.change().isEmpty() || study.change().equals(Scenario.CALIBRATED))
                .forEach(study -> points.addAll(CheckPoints.of(study)));
        if (!clusters.isEmpty()) {
            points.addAll(CheckPoints.deviceMix());
        }
        return points;
    }

    void print(PrintWriter out) {
        out.printf("seed %d; rows in %% without another unit: relative to network-aware%n%n", seed);
        CheckPoint.table(points()).print(out);
        testbed.ifPresent(study -> {
            out.printf("%ntestbed: 27 nodes, 39 DataNodes%n%n");
            ResultTables.quantities("", "", study.policies()).text().print(out);
            out.printf("%nall replicas on one class of devices%n%n");
            TextTable table = new TextTable("devices", "TeraGen, s", "Grep, s");
            for (OneTier times : study.oneTier()) {
                table.row(times.devices(), CheckPoint.number(times.teragen()), CheckPoint.number(times.grep()));
            }
            table.print(out);
        });
        for (ClusterStudy study : clusters) {
            out.printf(
                    "%ncluster: %d nodes, %s load%s%n%n",
                    nodes, study.load(), study.change().isEmpty() ? "" : ", " + study.change());
            ResultTables.quantities("", "", study.policies()).text().print(out);
        }
    }

    ObjectNode json() {
        ObjectNode root = JsonText.object();
        root.put("seed", seed);
        root.set("checkPoints", CheckPoint.json(points()));
        testbed.ifPresent(study -> {
            ObjectNode node = root.putObject("testbed");
            node.set("policies", json(study.policies()));
            ArrayNode devices = node.putArray("oneTier");
            for (OneTier times : study.oneTier()) {
                devices.addObject()
                        .put("devices", times.devices())
                        .put("teragenSeconds", times.teragen())
                        .put("grepSeconds", times.grep());
            }
        });
        ArrayNode runs = root.putArray("clusters");
        for (ClusterStudy study : clusters) {
            ObjectNode node = runs.addObject()
                    .put("nodes", nodes)
                    .put("load", study.load())
                    .put("change", study.change());
            node.set("policies", json(study.policies()));
        }
        return root;
    }

    private static ObjectNode json(Map<Policy, Metrics> policies) {
        ObjectNode all = JsonText.object();
        policies.forEach((policy, metrics) -> {
            ObjectNode node = all.putObject(policy.toString());
            for (Metric metric : metrics.names()) {
                node.put(metric.toString(), JsonText.finite(metrics.of(metric)));
            }
            if (!metrics.series().isEmpty()) {
                ObjectNode series = node.putObject("megabytesPerSecond");
                metrics.series().forEach((name, rates) -> {
                    ArrayNode array = series.putArray(name);
                    for (double rate : rates) {
                        array.add(rate);
                    }
                });
            }
        });
        return all;
    }
}
