package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.htfs.format.Activity;
import picocli.CommandLine;

/** {@code analyze --compare} on traces of 24 regions whose reads are random, with a known share of repeated ones. */
class CompareCommandTest {
    private static final int REGIONS = 24;
    private static final int BLOCK = 1 << 16;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aRealEffectIsFoundAndTheRestIsNotDistinguished() throws IOException {
        Path before = trace("before", 1, 0.1, 2);
        Path after = trace("after", 2, 0.6, 2);
        assertThat(run("--compare", before.toString(), after.toString(), "--json"))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        JsonNode once = number(result, "readsOncePercent");
        assertThat(once.path("verdict").asText()).isEqualTo("lower");
        assertThat(once.path("high").asDouble()).isNegative();
        assertThat(once.path("difference").asDouble())
                .isBetween(once.path("low").asDouble(), once.path("high").asDouble());
        assertThat(number(result, "createdP50").path("verdict").asText()).isEqualTo("not distinguishable");
        // Two hosts and two hours are too few units.
        assertThat(number(result, "readPerHost").path("verdict").isNull()).isTrue();
        assertThat(number(result, "readPerHost").path("reason").asText()).isEqualTo("no interval: 4 of 20 units");
        assertThat(result.path("notes")).isEmpty();
    }

    @Test
    void aTraceDoesNotDifferFromItself() throws IOException {
        Path trace = trace("trace", 1, 0.3, 2);
        assertThat(run("--compare", trace.toString(), trace.toString(), "--json"))
                .isZero();
        for (JsonNode number : new ObjectMapper().readTree(out.toString()).path("numbers")) {
            assertThat(number.path("difference").asDouble()).isZero();
            assertThat(number.path("verdict").asText("not distinguishable")).isEqualTo("not distinguishable");
        }
    }

    @Test
    void theLongerTraceIsCutAndDifferentConditionsArePrinted() throws IOException {
        Path two = trace("two", 1, 0.3, 2);
        Path three = trace("three", 2, 0.3, 3);
        // Of two copies of a segment one is skipped.
        Path segment;
        try (Stream<Path> segments = Files.list(three)) {
            segment = segments.findFirst().orElseThrow();
        }
        Files.copy(segment, three.resolve("copy-of-" + segment.getFileName()));
        assertThat(run("--compare", two.toString(), three.toString(), "--title", "Two & three"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "note: cut B to its first 2 h",
                        "95% interval",
                        "not distinguishable",
                        "note: different hosts: 2 in A, 3 in B",
                        "note: skipped files: 0 in A, 1 in B")
                .doesNotContain("note: cut A");
        String page = Files.readString(directory.resolve("report/index.html"));
        assertThat(page).contains("<h1>Two &amp; three</h1>", "<li>cut B to its first", "<iframe title=\"B\" srcdoc=");
    }

    @Test
    void resultsOfEarlierRunsAreComparedWithoutIntervals() throws IOException {
        Path trace = trace("trace", 1, 0.3, 3);
        Path longer = trace("longer", 2, 0.3, 4);
        Path earlier = directory.resolve("earlier");
        assertThat(run(longer.toString(), "--out", earlier.toString())).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("--compare", trace.toString(), earlier.toString())).isZero();
        assertThat(out.toString())
                .contains(
                        "note: B is the result of an earlier run and cannot be cut to",
                        "no interval: results of earlier runs have no units",
                        "note: roles and hash keys are not compared")
                .doesNotContain("not distinguishable");
        String page = Files.readString(directory.resolve("report/index.html"));
        assertThat(page).contains("<iframe title=\"A\"", "<iframe title=\"B\"");

        out.getBuffer().setLength(0);
        assertThat(run("--compare", longer.toString(), earlier.toString())).isZero();
        assertThat(out.toString()).doesNotContain("cannot be cut");
    }

    @Test
    void aQuantileOfNothingIsNoNumber() throws IOException {
        TestProcess writer = new TestProcess("n0", "42@1");
        writer.write(writer.create("/f", 3), BLOCK);
        writer.pass(Duration.ofHours(3)).delete("/f");
        Path writes = TestTrace.write(directory.resolve("writes"), writer.events());
        assertThat(run("--compare", trace("reads", 1, 0.3, 2).toString(), writes.toString(), "--json"))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        for (String id : List.of("runP50", "runP80")) {
            assertThat(number(result, id).path("a").asDouble()).isPositive();
            assertThat(number(result, id).path("b").isNull()).isTrue();
            assertThat(number(result, id).path("difference").isNull()).isTrue();
            assertThat(number(result, id).path("reason").asText()).isEqualTo("no data on one side");
        }
    }

    @Test
    void otherInputIsRejectedInOneLine() throws IOException {
        Path trace = trace("trace", 1, 0.3, 2);
        assertThat(run("--compare", trace.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--compare needs two traces or results, not 1");
        Path other = Files.writeString(directory.resolve("other.json"), "{\"a\": 1}");
        assertThat(run("--compare", trace.toString(), other.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(other + " is not the result of an analysis: it has no summary");
        Files.writeString(other, "{\"a\":");
        assertThat(run("--compare", trace.toString(), other.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(other + " is not the result of an analysis: ");
        assertThat(directory.resolve("report")).doesNotExist();
    }

    private static JsonNode number(JsonNode result, String id) {
        for (JsonNode number : result.path("numbers")) {
            if (number.path("id").asText().equals(id)) {
                return number;
            }
        }
        throw new AssertionError("no number " + id);
    }

    /** Writes a trace in which each region creates a store file and reads random blocks of it. */
    private Path trace(String name, long seed, double repeated, int hours) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestProcess> hosts = new ArrayList<>();
        for (int i = 0; i < hours; i++) {
            hosts.add(new TestProcess("n" + i, "42@1"));
        }
        for (int region = 0; region < REGIONS; region++) {
            TestProcess host = hosts.get(region % hosts.size());
            long size = BLOCK * random.nextLong(50, 150);
            String path = String.format("/hbase/data/default/messages/%032x/Actions/f", region);
            host.at(TestProcess.START_NANOS).in("MemStoreFlusher.0").doing(Activity.FLUSH);
            long output = host.create(path, 3);
            host.write(output, size).closeOutput(output);
            long input = host.in("handler").doing(Activity.READ).open(path);
            for (int read = 0; read < 60; read++) {
                long block = random.nextDouble() < repeated ? 0 : random.nextLong(size / BLOCK);
                host.pass(Duration.ofHours(hours).dividedBy(60)).pread(input, block * BLOCK, BLOCK);
            }
        }
        List<TestEvent> events = new ArrayList<>();
        hosts.forEach(host -> events.addAll(host.events()));
        return TestTrace.write(directory.resolve(name), events);
    }

    private int run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        if (!all.contains("--out")) {
            all.addAll(List.of("--out", directory.resolve("report").toString()));
        }
        return new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    line.getErr().println(failure.getMessage());
                    return failure instanceof CommandLine.ParameterException ? 2 : 1;
                })
                .execute(all.toArray(String[]::new));
    }
}
