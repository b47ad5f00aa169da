package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.sim.report.RunResult;
import org.underbase.sim.report.StudyOutput;
import org.underbase.sim.run.KeptRuns;
import org.underbase.sim.run.Run;
import org.underbase.sim.run.StudyRuns;
import org.underbase.testbed.client.ChildProcess;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Study of three machines of a trace whose process is killed, and that another process continues. */
class KilledStudyTest {
    private static final long SEED = 11;
    private static final int KILLS = 4;
    /** Lines that a study prints at least: at the begin and the end of each run. */
    private static final int LINES = 6;

    @TempDir
    private Path directory;

    /** Options of the study. */
    @Command
    static final class Options {
        @Mixin
        private TraceOptions trace = new TraceOptions();
    }

    /** Process that simulates a study and prints a line at each step. */
    static final class Child {
        private Child() {}

        /**
         * Simulates.
         *
         * @param args trace and output directory
         */
        public static void main(String[] args) throws Exception {
            study(Path.of(args[0]), Path.of(args[1]));
        }
    }

    /** Run that prints a line at its begin and end. */
    private record Loud(Run run) implements Run {
        @Override
        public String name() {
            return run.name();
        }

        @Override
        public RunResult simulate(Progress progress) throws IOException {
            System.out.println("begin " + name());
            RunResult result = run.simulate(progress);
            System.out.println("end " + name());
            return result;
        }
    }

    private static List<String> study(Path trace, Path out) throws IOException, InterruptedException {
        Options options = new Options();
        CommandLine line = new CommandLine(options).setErr(new PrintWriter(new StringWriter()));
        line.parseArgs("--hardware", "paper", "--machine", "all", "--scale", "1024", trace.toString());
        TraceStudy study = new TraceStudy(options.trace, 1, 1);
        study.open(line);
        Map<String, String> inputs = new TreeMap<>();
        study.addInputs(inputs);
        List<String> simulated = new ArrayList<>();
        List<Loud> runs = study.runs().stream().map(Loud::new).toList();
        try (KeptRuns kept = KeptRuns.open(out, inputs, simulated::add)) {
            new StudyOutput("t", StudyRuns.run(runs, Optional.of(kept), (fraction, state) -> {})).write(out);
        }
        return simulated;
    }

    private static Map<String, String> files(Path out) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = out.relativize(file).toString();
                if (!name.startsWith("runs")) {
                    texts.put(name, Files.readString(file));
                }
            }
        }
        return texts;
    }

    @Test
    void aStudyThatIsKilledAndContinuedHasTheResultOfAnUninterruptedOne() throws Exception {
        Path trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(SEED, 3, 20));
        Path whole = directory.resolve("whole");
        study(trace, whole);
        SplittableRandom random = new SplittableRandom(SEED);
        int kept = 0;
        Path out = directory.resolve("out");
        for (int kill = 0; kill < KILLS; kill++) {
            killAfter(1 + random.nextInt(LINES), trace, out);
            kept += kept(out);
        }

        assertThat(study(trace, out))
                .as("no result of a killed process is corrupt")
                .isEmpty();

        assertThat(kept).as("a killed process has left results, seed %d", SEED).isPositive();
        Map<String, String> expected = files(whole);
        assertThat(expected).containsKeys("index.html", "result.json", "figures/F10.csv");
        Map<String, String> continued = files(out);
        assertThat(continued.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, text) -> assertThat(continued.get(name).lines())
                .as(name)
                .containsExactlyElementsOf(text.lines().toList()));
    }

    private void killAfter(int lines, Path trace, Path out) throws IOException {
        AtomicInteger left = new AtomicInteger(lines);
        CountDownLatch reached = new CountDownLatch(1);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                trace.toString(),
                out.toString());
        ChildProcess child = ChildProcess.start("study", builder, directory.resolve("child.err"), List.of(), text -> {
            if (left.decrementAndGet() == 0) {
                reached.countDown();
            }
        });
        // A process that finds results of earlier ones prints fewer lines and ends before.
        await("line " + lines + " of a study")
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofMinutes(3))
                .until(() -> !child.alive() || reached.getCount() == 0);
        child.kill();
    }

    private static int kept(Path out) throws IOException {
        Path runs = out.resolve("runs");
        if (!Files.exists(runs)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(runs)) {
            return (int) files.filter(file -> file.toString().endsWith(".run")).count();
        }
    }
}
