package org.underbase.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

/**
 * Runs Hadoop's own tests of the HDFS client, all that the tests jar has of them, on the traced client and then on the
 * stock client, and compares test by test. It is Maven that runs them, by the profile {@code soak-hadoop-contract} of
 * {@code htfs-tracer}; this needs the checkout.
 */
public final class HadoopContractSoak implements Soak {
    private static final Pattern CLASS_DONE = Pattern.compile("Tests run: .* -- in (\\S+)");

    @Override
    public String name() {
        return "hadoop-contract";
    }

    @Override
    public String description() {
        return "Hadoop's own tests of the HDFS client, all of them, on the traced client and on the stock one";
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
        SurefireReports traced = client("traced", home, options, progress, "surefire:test@hadoop-contract-trace");
        SurefireReports stock = client("stock", home, options, progress);
        return new ContractComparison(traced, stock).result();
    }

    /** Runs the tests on one client; {@code more} are the goals after them. */
    private static SurefireReports client(
            String client, Path home, SoakOptions options, Progress progress, String... more)
            throws IOException, InterruptedException {
        Path target = home.resolve("htfs-tracer").resolve("target");
        Path reports = target.resolve("hadoop-contract-" + client + "-reports");
        Path proof = target.resolve("hadoop-contract-trace-reports");
        SurefireReports.clear(reports);
        SurefireReports.clear(proof);
        List<String> command = new ArrayList<>(List.of(
                "mvn",
                "--batch-mode",
                "-Psoak-hadoop-contract",
                "-Dhadoop.contract.client=" + client,
                "-pl",
                "htfs-tracer",
                "-Dspotless.check.skip",
                // A test that fails is told by its report, and must not keep the goals after it from running.
                "-Dmaven.test.failure.ignore=true",
                "process-test-classes",
                "surefire:test@hadoop-contract"));
        command.addAll(List.of(more));
        Path log = options.workDirectory().resolve("maven-" + client + ".log");
        int exit = maven(command, home, log, progress);
        SurefireReports found = SurefireReports.read(reports);
        found.tests().putAll(SurefireReports.read(proof).tests());
        if (exit != 0 || found.tests().isEmpty()) {
            throw new IOException("Maven failed before the tests were through: " + lastError(log));
        }
        return found;
    }

    private static Path home() throws IOException {
        String home = System.getProperty("underbase.home", "");
        if (home.isEmpty() || !Files.exists(Path.of(home, "htfs-tracer", "pom.xml"))) {
            throw new IOException("this soak needs the checkout: start it by ./underbase soak hadoop-contract");
        }
        return Path.of(home);
    }

    private static int maven(List<String> command, Path home, Path log, Progress progress)
            throws IOException, InterruptedException {
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
