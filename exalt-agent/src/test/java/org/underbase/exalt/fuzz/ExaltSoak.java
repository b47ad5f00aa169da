package org.underbase.exalt.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak that runs {@link FileFuzz} under the agent on each JDK of this machine that the agent supports. */
public final class ExaltSoak implements Soak {
    private static final String PREFIX = "fuzz: ";

    @Override
    public String name() {
        return "exalt";
    }

    @Override
    public String description() {
        return "Exalt's agent: every call on a compressed file behaves as on a plain file, on each JDK of this machine";
    }

    @Override
    public long defaultCount() {
        return 1_000_000;
    }

    @Override
    public String unit() {
        return "operations per JDK";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("seed", Long.toString(options.seed()));
        StringBuilder failures = new StringBuilder();
        for (Path home : Jdks.all()) {
            String jdk = "java" + Jdks.feature(home);
            progress.step(jdk + " of " + home);
            StringBuilder output = new StringBuilder();
            boolean same = fuzz(home, options, progress, output);
            metrics.put(jdk, same ? Long.toString(options.count()) : "differs");
            if (!same) {
                failures.append(jdk).append(": ").append(output);
            }
        }
        return new SoakResult(failures.isEmpty(), metrics, failures.toString());
    }

    private static boolean fuzz(Path home, SoakOptions options, ProgressLine progress, StringBuilder output)
            throws IOException, InterruptedException {
        Path work = options.workDirectory().resolve(home.getFileName());
        Path compressed = Files.createDirectories(work.resolve("compressed"));
        Path plain = Files.createDirectories(work.resolve("plain"));
        Path agent = agent();
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-javaagent:" + agent + "=directories=" + compressed,
                        "-cp",
                        agent + ":" + location(FileFuzz.class),
                        FileFuzz.class.getName(),
                        Long.toString(options.seed()),
                        Long.toString(options.count()),
                        compressed.toString(),
                        plain.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PREFIX)) {
                    progress.step(line.substring(PREFIX.length()));
                }
                output.append(line).append('\n');
            }
            return process.waitFor() == 0 && output.indexOf(" differences=0") >= 0;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Finds the agent's jar in the target directory that also holds the module's classes. */
    private static Path agent() throws IOException {
        Path agent = location(Tardis.class).resolveSibling("exalt-agent.jar");
        if (!Files.exists(agent)) {
            throw new IOException("missing " + agent + ": run ./underbase build");
        }
        return agent;
    }

    private static Path location(Class<?> type) throws IOException {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
