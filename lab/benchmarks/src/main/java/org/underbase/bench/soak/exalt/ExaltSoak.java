package org.underbase.bench.soak.exalt;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.underbase.exalt.fuzz.FileFuzz;
import org.underbase.exalt.fuzz.Jdks;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Runs {@link FileFuzz} under the agent on each JDK of this machine that it is for. */
public final class ExaltSoak implements Soak {
    private static final String PREFIX = "fuzz: ";

    @Override
    public String name() {
        return "exalt";
    }

    @Override
    public String description() {
        return "Exalt's agent: every call on a compressed file as on a plain one, on each JDK of this machine";
    }

    @Override
    public long defaultCount() {
        return 1_000_000;
    }

    @Override
    public String unit() {
        return "operations on each JDK";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("seed", Long.toString(options.seed()));
        StringBuilder failures = new StringBuilder();
        for (Path home : Jdks.all()) {
            String jdk = "java" + Jdks.feature(home);
            progress.step(jdk + " of " + home);
            StringBuilder said = new StringBuilder();
            boolean same = fuzz(home, options, progress, said);
            figures.put(jdk, same ? Long.toString(options.count()) : "differs");
            if (!same) {
                failures.append(jdk).append(": ").append(said);
            }
        }
        return new SoakResult(failures.isEmpty(), figures, failures.toString());
    }

    private static boolean fuzz(Path home, SoakOptions options, ProgressLine progress, StringBuilder said)
            throws IOException, InterruptedException {
        Path work = options.workDirectory().resolve(home.getFileName());
        Path compressed = Files.createDirectories(work.resolve("compressed"));
        Path plain = Files.createDirectories(work.resolve("plain"));
        Path agent = agent();
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-javaagent:" + agent + "=directories=" + compressed,
                        "-cp",
                        agent.toString(),
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
                said.append(line).append('\n');
            }
            return process.waitFor() == 0 && said.indexOf(" differences=0") >= 0;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Beside the classes that this runs with, where the build or the distribution has put it. */
    private static Path agent() throws IOException {
        try {
            Path classes = Path.of(FileFuzz.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path agent = classes.resolveSibling("exalt-agent.jar");
            if (!Files.exists(agent)) {
                throw new IOException(agent + " is not there: build the project, mvn -DskipTests package");
            }
            return agent;
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
