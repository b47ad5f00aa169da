package org.underbase.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;
import org.underbase.bench.soak.SurefireReports.Outcome;
import org.underbase.bench.soak.SurefireReports.Test;

/**
 * Runs Hadoop's own tests of placement, replication, decommission, Balancer, Mover, append and HA with the classes of the
 * tiers, once with a tier and once with none, by the profile {@code soak-hadoop-tiers} of {@code hdfs-tiered}. Many of them
 * have limits of seconds, so a class that failed is run once more alone; if it fails again, on stock as well.
 */
public final class HadoopTiersSoak implements Soak {
    private static final String MODULE = "hdfs-tiered";
    private static final List<String> SETTINGS = List.of("tiers", "none");
    private static final String STOCK = "stock";

    @Override
    public String name() {
        return "hadoop-tiers";
    }

    @Override
    public String description() {
        return "Hadoop's own tests of placement, replication, Balancer, HA and more, with the tiers' classes";
    }

    @Override
    public long defaultCount() {
        return 0;
    }

    @Override
    public String unit() {
        return "tests";
    }

    @Override
    public SoakResult run(SoakOptions options, Progress progress) throws IOException, InterruptedException {
        HadoopTests tests = HadoopTests.of(name(), MODULE, options.workDirectory(), progress);
        Map<String, SurefireReports> ours = new LinkedHashMap<>();
        StringJoiner again = new StringJoiner("\n", "\n", "\n").setEmptyValue("");
        TreeSet<String> failed = new TreeSet<>();
        for (String setting : SETTINGS) {
            SurefireReports first = setting(tests, setting, setting, List.of());
            List<String> types = failed(first);
            SurefireReports last = types.isEmpty()
                    ? first
                    : replaced(first, setting(tests, setting, setting + "-again", alone(options, setting, types)));
            first.tests().keySet().stream()
                    .filter(test -> first.failed(test) && !last.failed(test))
                    .forEach(test -> again.add("failed on " + setting + " in the whole run, passed alone: " + test
                            + ": " + first.tests().get(test).message()));
            ours.put(setting, last);
            failed.addAll(failed(last));
        }
        SurefireReports stock = failed.isEmpty()
                ? new SurefireReports(Map.of())
                : setting(tests, STOCK, STOCK, alone(options, STOCK, List.copyOf(failed)));
        return new HadoopComparison(ours, stock).result(again.toString());
    }

    private static List<String> failed(SurefireReports reports) {
        return reports.tests().keySet().stream()
                .filter(reports::failed)
                .map(Test::type)
                .distinct()
                .toList();
    }

    /** The last run of each class. */
    private static SurefireReports replaced(SurefireReports first, SurefireReports again) {
        Map<Test, Outcome> tests = new TreeMap<>(first.tests());
        tests.keySet().removeIf(test -> again.types().contains(test.type()));
        tests.putAll(again.tests());
        return new SurefireReports(tests);
    }

    /** What makes Maven run these classes only, one after the other. */
    private static List<String> alone(SoakOptions options, String setting, List<String> types) throws IOException {
        Path file = options.workDirectory().resolve("includes-" + setting);
        Files.write(
                file,
                types.stream().map(type -> type.replace('.', '/') + ".java").toList());
        return List.of("-Dhadoop.tiers.includes=" + file.toAbsolutePath(), "-Dhadoop.tiers.forks=1");
    }

    private static SurefireReports setting(HadoopTests tests, String setting, String name, List<String> more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Psoak-hadoop-tiers",
                "-Dhadoop.tiers.setting=" + setting,
                // The modules' own tests: those of Hadoop are not skipped by this profile.
                "-DskipTests",
                "-pl",
                MODULE,
                "-am",
                "-Dspotless.check.skip",
                // A test that fails is told by its report, and must not keep what comes after it from running.
                "-Dmaven.test.failure.ignore=true"));
        arguments.addAll(more);
        arguments.add("integration-test");
        Path target = tests.target();
        return tests.run(
                name,
                arguments,
                List.of(
                        target.resolve("hadoop-tiers-" + setting + "-reports"),
                        target.resolve("hadoop-tiers-" + setting + "-witness-reports")));
    }
}
