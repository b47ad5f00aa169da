package org.underbase.bench.soak;

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
import org.underbase.bench.soak.SurefireReports.Ending;
import org.underbase.bench.soak.SurefireReports.Outcome;
import org.underbase.bench.soak.SurefireReports.Test;
import org.underbase.operator.output.ProgressLine;

/**
 * Runs Hadoop's own tests by a profile of one of the modules and reads what Surefire reports. It is Maven that runs them;
 * this needs the checkout.
 *
 * @param home the checkout
 * @param module whose profile it is
 * @param logs where Maven's output is kept
 */
record HadoopTests(Path home, String module, Path logs, ProgressLine progress) {
    private static final Pattern CLASS_BEGUN = Pattern.compile("\\[INFO\\] Running (\\S+)");
    private static final Pattern CLASS_DONE = Pattern.compile("Tests run: .* -- in (\\S+)");

    /** @throws IOException when there is no checkout */
    static HadoopTests of(String soak, String module, Path logs, ProgressLine progress) throws IOException {
        String home = System.getProperty("underbase.home", "");
        if (home.isEmpty() || !Files.exists(Path.of(home, module, "pom.xml"))) {
            throw new IOException("this soak needs the checkout: start it by ./underbase soak " + soak);
        }
        return new HadoopTests(Path.of(home), module, logs, progress);
    }

    /** The module's build directory. */
    Path target() {
        return home.resolve(module).resolve("target");
    }

    /**
     * Runs them once. A class whose process crashed, or ran for too long, counts as a failed test.
     *
     * @param name of the run, for its log
     * @param arguments Maven's
     * @param directories where the run's reports are; what is there is removed before
     * @throws IOException when Maven did not come to the tests
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
                new Test(type, "(class)"), new Outcome(Ending.FAILED, "no report: it crashed or ran for too long")));
        if (tests.isEmpty() || (exit != 0 && begun.isEmpty())) {
            throw new IOException("Maven failed before the tests were through: " + lastError(log));
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
        Thread hook = new Thread(() -> end(maven), "underbase-soak-maven");
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
            end(maven);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    /** Ends Maven and the JVMs it started. */
    private static void end(Process maven) {
        maven.descendants().forEach(ProcessHandle::destroy);
        maven.destroy();
    }

    private static String lastError(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("[ERROR]"))
                .findFirst()
                .orElse("no error in its log; --keep keeps it");
    }
}
