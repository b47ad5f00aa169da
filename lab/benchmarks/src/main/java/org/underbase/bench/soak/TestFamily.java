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
import org.underbase.bench.soak.SurefireReports.Outcome;
import org.underbase.bench.soak.SurefireReports.Test;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Tests that Hadoop or HBase has of itself, which a module's profile {@code soak-NAME} runs with our classes or without.
 * Many of them have limits of seconds, so a class that failed is run once more alone; if it fails again, on stock as well.
 *
 * <p>The profile's properties are the family's name with dots for its dashes and {@code .setting}, {@code .includes} and
 * {@code .forks}; its reports are in {@code target/NAME-SETTING-reports} and {@code -witness-reports}.
 *
 * @param name of the family, which is also the soak's
 * @param module whose profile it is
 * @param settings the ones with our classes, in order; the one without is {@code stock}
 */
record TestFamily(String name, String module, List<String> settings) {
    private static final String STOCK = "stock";

    /**
     * Runs all settings, then what failed again.
     *
     * @throws IOException when there is no checkout, or Maven did not come to the tests
     */
    SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        HadoopTests tests = HadoopTests.of(name, module, options.workDirectory(), progress);
        Map<String, SurefireReports> ours = new LinkedHashMap<>();
        StringJoiner again = new StringJoiner("\n", "\n", "\n").setEmptyValue("");
        TreeSet<String> failed = new TreeSet<>();
        for (String setting : settings) {
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
    private List<String> alone(SoakOptions options, String setting, List<String> types) throws IOException {
        Path file = options.workDirectory().resolve("includes-" + setting);
        Files.write(
                file,
                types.stream().map(type -> type.replace('.', '/') + ".java").toList());
        return List.of(property("includes", file.toAbsolutePath().toString()), property("forks", "1"));
    }

    private SurefireReports setting(HadoopTests tests, String setting, String run, List<String> more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Psoak-" + name,
                property("setting", setting),
                // The modules' own tests: those of the family are not skipped by its profile.
                "-DskipTests",
                "-pl",
                module,
                "-am",
                "-Dspotless.check.skip",
                // A test that fails is told by its report, and must not keep what comes after it from running.
                "-Dmaven.test.failure.ignore=true"));
        arguments.addAll(more);
        arguments.add("integration-test");
        Path target = tests.target();
        return tests.run(
                run,
                arguments,
                List.of(
                        target.resolve(name + "-" + setting + "-reports"),
                        target.resolve(name + "-" + setting + "-witness-reports")));
    }

    private String property(String property, String value) {
        return "-D" + name.replace('-', '.') + "." + property + "=" + value;
    }
}
