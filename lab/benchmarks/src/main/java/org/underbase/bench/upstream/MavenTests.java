package org.underbase.bench.upstream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.bench.upstream.SurefireReports.Outcome;
import org.underbase.bench.upstream.SurefireReports.Status;
import org.underbase.bench.upstream.SurefireReports.Test;
import org.underbase.operator.output.ProgressLine;

/**
 * Runs tests by Maven and reads Surefire's reports.
 *
 * @param home root directory of the checkout
 * @param logs directory for Maven's output
 * @param progress receiver of one line per test class
 */
record MavenTests(Path home, Path logs, ProgressLine progress) {
    private static final Pattern CLASS_BEGUN = Pattern.compile("\\[INFO\\] Running (\\S+)");
    private static final Pattern CLASS_DONE = Pattern.compile("Tests run: .* -- in (\\S+)");

    /**
     * Runs the tests once. A class whose JVM crashed or timed out counts as a failed test.
     *
     * @param name name of the run, for its log
     * @param arguments arguments of Maven
     * @param directories directories of the run's reports and of the probe's files, cleared before the run
     * @throws IOException if Maven failed before the tests
     */
    SurefireReports run(String name, List<String> arguments, List<Path> directories)
            throws IOException, InterruptedException {
        for (Path directory : directories) {
            SurefireReports.clear(directory);
        }
        Path log = logs.resolve("maven-" + name + ".log");
        TreeSet<String> begun = new TreeSet<>();
        int exit = maven(arguments, log, begun);
        Map<Test, Outcome> tests = new TreeMap<>();
        for (Path directory : directories) {
            tests.putAll(SurefireReports.read(directory).tests());
        }
        new SurefireReports(tests).types().forEach(begun::remove);
        begun.forEach(type -> tests.put(
                new Test(type, "(class)"), new Outcome(Status.FAILED, "no report: the JVM crashed or timed out")));
        if (tests.isEmpty() || (exit != 0 && begun.isEmpty())) {
            throw new IOException("Maven failed before the end of the tests: " + lastError(log));
        }
        return new SurefireReports(tests);
    }

    private int maven(List<String> arguments, Path log, TreeSet<String> begun)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "--batch-mode"));
        command.addAll(arguments);
        progress.step(String.join(" ", command));
        Process maven = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        Thread hook = new Thread(() -> stop(maven), "underbase-soak-maven");
        Runtime.getRuntime().addShutdownHook(hook);
        try (BufferedReader lines = maven.inputReader();
                PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log))) {
            maven.getOutputStream().close();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.println(line);
                Matcher running = CLASS_BEGUN.matcher(line);
                if (running.matches()) {
                    begun.add(running.group(1));
                }
                Matcher done = CLASS_DONE.matcher(line);
                if (done.find()) {
                    progress.step(done.group().replaceFirst(", Time elapsed.* -- in ", " in "));
                }
            }
            return maven.waitFor();
        } finally {
            stop(maven);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    /** Stops Maven and the JVMs that it started. */
    private static void stop(Process maven) {
        maven.descendants().forEach(ProcessHandle::destroy);
        maven.destroy();
    }

    private static String lastError(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("[ERROR]"))
                .findFirst()
                .orElse("no error in its log; keep the log with --keep");
    }
}
