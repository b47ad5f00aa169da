package org.underbase.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

/**
 * Runs Hadoop's own tests of the HDFS client, all that the tests jar has of them, on the traced client. It is Maven that
 * runs them, by the profile {@code soak-hadoop-contract} of {@code htfs-tracer}; this needs the checkout.
 */
public final class HadoopContractSoak implements Soak {
    private static final Pattern CLASS_DONE = Pattern.compile("Tests run: .* -- in (\\S+)");
    private static final List<String> MAVEN = List.of(
            "mvn",
            "--batch-mode",
            "-Psoak-hadoop-contract",
            "-pl",
            "htfs-tracer",
            "-Dspotless.check.skip",
            "process-test-classes",
            "surefire:test@hadoop-contract",
            "surefire:test@hadoop-contract-trace");

    @Override
    public String name() {
        return "hadoop-contract";
    }

    @Override
    public String description() {
        return "Hadoop's own tests of the HDFS client, all of them, on the traced client";
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
        Path home = home();
        Path reports = home.resolve("htfs-tracer/target/hadoop-contract-reports");
        SurefireReports.clear(reports);
        Path log = options.workDirectory().resolve("maven.log");
        int exit = maven(home, log, progress);
        SurefireReports found = SurefireReports.read(reports);
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("classes", Integer.toString(found.classes()));
        figures.put("tests", Integer.toString(found.tests()));
        figures.put("failed", Integer.toString(found.failed().size()));
        figures.put("skipped", Integer.toString(found.skipped()));
        if (exit != 0 && found.failed().isEmpty()) {
            throw new IOException("Maven failed before the tests were through: " + lastError(log));
        }
        return new SoakResult(
                exit == 0 && found.tests() > 0 && found.failed().isEmpty(), figures, String.join("\n", found.failed()));
    }

    private static Path home() throws IOException {
        String home = System.getProperty("underbase.home", "");
        if (home.isEmpty() || !Files.exists(Path.of(home, "htfs-tracer", "pom.xml"))) {
            throw new IOException("this soak needs the checkout: start it by ./underbase soak hadoop-contract");
        }
        return Path.of(home);
    }

    private static int maven(Path home, Path log, Progress progress) throws IOException, InterruptedException {
        progress.step(String.join(" ", MAVEN));
        Process maven = new ProcessBuilder(MAVEN)
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
