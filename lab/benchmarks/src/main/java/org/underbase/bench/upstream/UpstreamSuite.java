package org.underbase.bench.upstream;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/**
 * Suite of Hadoop's or HBase's tests, run with a feature and on stock by the module's Maven profile {@code soak-NAME}. Many of
 * these tests have time limits of seconds. Therefore a failed class runs again alone, and on stock if it fails again.
 *
 * <p>The suite is the directory {@code src/test/upstream/NAME} of a module: {@code suite.properties}, the classes
 * ({@code includes}) and per setting a directory with configuration files and the known skips ({@code excludes}).
 */
public final class UpstreamSuite implements Soak {
    private static final String STOCK = "stock";
    private static final Path SUITES = Path.of("src", "test", "upstream");
    private static final String FILE = "suite.properties";
    private static final String INCLUDES = "includes";
    private static final String PROBE_DIRECTORY = "-probe";
    // Properties that a probe may write for the last line of the soak.
    private static final String METRICS = "metrics";

    // The probe expects the calls of the whole suite.
    private static final String PROBE = "-Dupstream.probe.skip=false";
    private static final String NO_PROBE = "-Dupstream.probe.skip=true";
    private static final String PART = "A part of the suite ran: whether its tests used the feature was not checked.\n";

    private final Path home;
    private final Path module;
    private final Path directory;
    private final String name;
    private final String description;
    private final List<String> settings;
    private final List<String> patterns;
    private final boolean allOnStock;

    private UpstreamSuite(Path home, Path module, Path directory) throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(directory.resolve(FILE))) {
            properties.load(file);
        }
        this.home = home;
        this.module = module;
        this.directory = directory;
        this.name = directory.getFileName().toString();
        this.description = property(properties, "description");
        this.settings = List.of(property(properties, "settings").split(" *, *"));
        this.patterns = Files.readAllLines(directory.resolve(INCLUDES)).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        this.allOnStock = properties.getProperty(STOCK, "failed").equals("all");
    }

    private static String property(Properties properties, String key) throws IOException {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IOException("missing key " + key + " in " + FILE);
        }
        return value;
    }

    /**
     * Finds the suites of a checkout.
     *
     * @param home root directory of the checkout; may be empty or lack a module
     * @return the suites of all modules
     * @throws IOException if a suite cannot be read
     */
    public static List<UpstreamSuite> of(Path home) throws IOException {
        List<UpstreamSuite> suites = new ArrayList<>();
        for (Path parent : List.of(home, home.resolve("lab"))) {
            for (Path module : directories(parent)) {
                for (Path suite : directories(module.resolve(SUITES))) {
                    if (Files.exists(suite.resolve(FILE))) {
                        suites.add(new UpstreamSuite(home, module, suite));
                    }
                }
            }
        }
        return suites;
    }

    private static List<Path> directories(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, Files::isDirectory)) {
            List<Path> directories = new ArrayList<>();
            found.forEach(directories::add);
            return directories;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    /** Returns the directory of the suite's files. */
    Path directory() {
        return directory;
    }

    /** Returns the settings with the feature, in the order in which they run. */
    List<String> settings() {
        return settings;
    }

    /** Returns the number of patterns in the list of classes: all of them run. */
    @Override
    public long defaultCount() {
        return patterns.size();
    }

    @Override
    public String unit() {
        return "patterns of test classes";
    }

    /** Writes the patterns of a run to a file: {@code count} of them, chosen by the seed, or all. */
    Path selected(SoakOptions options) throws IOException {
        List<String> chosen = new ArrayList<>(patterns);
        if (options.count() < chosen.size()) {
            Collections.shuffle(chosen, new Random(options.seed()));
            chosen = chosen.subList(0, Math.toIntExact(options.count()));
        }
        return Files.write(options.workDirectory().resolve(INCLUDES), chosen).toAbsolutePath();
    }

    /** Runner of Maven; {@link MavenTests#run} describes the parameters. */
    interface Runner {
        SurefireReports run(String run, List<String> arguments, List<Path> directories)
                throws IOException, InterruptedException;
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        return run(options, new MavenTests(home, options.workDirectory(), progress)::run);
    }

    SoakResult run(SoakOptions options, Runner maven) throws IOException, InterruptedException {
        Path includes = selected(options);
        boolean complete = options.count() >= patterns.size();
        String probe = complete ? PROBE : NO_PROBE;
        Map<String, SurefireReports> feature = new LinkedHashMap<>();
        StringJoiner passedAlone = new StringJoiner("\n", "\n", "\n").setEmptyValue("");
        TreeSet<String> failed = new TreeSet<>();
        Map<String, String> metrics = new TreeMap<>();
        for (String setting : settings) {
            SurefireReports first = run(maven, setting, setting, includes, probe);
            metrics.putAll(metrics(setting));
            List<String> classes = first.failedClasses();
            SurefireReports last = classes.isEmpty()
                    ? first
                    : first.replacedBy(alone(maven, options, setting, setting + "-again", classes));
            first.tests().keySet().stream()
                    .filter(test -> first.failed(test) && !last.failed(test))
                    .forEach(test -> passedAlone.add("failed on " + setting + " in the whole run, passed alone: " + test
                            + ": " + first.tests().get(test).message()));
            feature.put(setting, last);
            failed.addAll(last.failedClasses());
        }
        SoakResult result = new SuiteComparison(feature, stock(maven, options, includes, probe, failed))
                .result(passedAlone + (complete ? "" : PART));
        Map<String, String> all = new LinkedHashMap<>(result.metrics());
        all.putAll(metrics);
        return new SoakResult(result.passed(), all, result.detail());
    }

    /** Reads the metrics of the setting's probe; there are none if it wrote none. */
    private Map<String, String> metrics(String setting) throws IOException {
        Map<String, String> metrics = new TreeMap<>();
        Path file = module.resolve("target")
                .resolve(name + "-" + setting + PROBE_DIRECTORY)
                .resolve(METRICS);
        if (Files.exists(file)) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            properties.forEach((key, value) -> metrics.put(setting + "_" + key, value.toString()));
        }
        return metrics;
    }

    private SurefireReports stock(Runner maven, SoakOptions options, Path includes, String probe, Set<String> failed)
            throws IOException, InterruptedException {
        if (allOnStock) {
            return run(maven, STOCK, STOCK, includes, probe);
        }
        return failed.isEmpty()
                ? new SurefireReports(Map.of())
                : alone(maven, options, STOCK, STOCK, List.copyOf(failed));
    }

    /** Runs these classes only, one at a time. */
    private SurefireReports alone(Runner maven, SoakOptions options, String setting, String run, List<String> classes)
            throws IOException, InterruptedException {
        Path includes = options.workDirectory().resolve("includes-" + run);
        Files.write(
                includes,
                classes.stream().map(type -> type.replace('.', '/') + ".java").toList());
        return run(maven, setting, run, includes.toAbsolutePath(), NO_PROBE, "-Dupstream.forks=1");
    }

    private SurefireReports run(Runner maven, String setting, String run, Path includes, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "-Psoak-" + name,
                                "-Dupstream.setting=" + setting,
                                "-Dupstream.includes=" + includes,
                                "-Dupstream.excludes="
                                        + directory.resolve(setting).resolve("excludes"),
                                // Skips the modules' own tests; the profile's executions ignore it.
                                "-DskipTests",
                                "-pl",
                                home.relativize(module).toString(),
                                "-am",
                                "-Dspotless.check.skip",
                                // The reports contain the failures; later executions must run nevertheless.
                                "-Dmaven.test.failure.ignore=true"),
                        Stream.concat(Stream.of(more), Stream.of("integration-test")))
                .toList();
        Path target = module.resolve("target");
        String prefix = name + "-" + setting;
        return maven.run(
                run,
                arguments,
                Stream.of(PROBE_DIRECTORY, "-reports", "-probe-reports")
                        .map(suffix -> target.resolve(prefix + suffix))
                        .toList());
    }
}
