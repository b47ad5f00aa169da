package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.StudySetup;
import org.underbase.sim.whatif.Goal;
import picocli.CommandLine;

/** Numbers of alternatives in the files of {@code --out}. */
class WhatIfNumbersTest {
    @TempDir
    private Path directory;

    private Path trace;
    private Path out;

    @BeforeEach
    void record() throws IOException {
        trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(3, 3, 20));
        out = directory.resolve("out");
    }

    private void compare(String... more) {
        List<String> args = new ArrayList<>(List.of("--hardware", "paper", "--out", out.toString()));
        args.addAll(List.of("--what-if", "localcompact", "--what-if", "flash=60g"));
        args.addAll(List.of(more));
        args.add(trace.toString());
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err));
        assertThat(line.execute(args.toArray(String[]::new))).as("%s", err).isEqualTo(ExitCode.SUCCESS);
    }

    /** Returns the cell below a head, in the first row that begins with some keys. */
    private String cell(String table, String head, String keys) throws IOException {
        List<String> lines = Files.readAllLines(out.resolve("figures").resolve(table + ".csv"));
        String row = lines.stream()
                .filter(line -> line.startsWith(keys + ","))
                .findFirst()
                .orElseThrow();
        List<String> heads = cells(lines.get(0));
        assertThat(heads).contains(head);
        return cells(row).get(heads.indexOf(head));
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
            cells.add(cell.replace("\"", ""));
        }
        return cells;
    }

    @Test
    void csvFilesHaveTheNumbersOfTheJson() throws IOException {
        compare();

        JsonNode metrics = new ObjectMapper()
                .readTree(Files.readString(out.resolve("result.json")))
                .at("/alternatives/1/metrics");
        String name = "localcompact";
        assertThat(cell("latencies", "user read mean, ms", name))
                .isEqualTo(metrics.at("/read-mean/value").asText());
        assertThat(cell("bytes", "disk read, MiB/min", name))
                .isEqualTo(metrics.at("/disk-reads/value").asText());
        assertThat(cell("byte-differences", "difference, MiB/min", name + ",disk read"))
                .isEqualTo(metrics.at("/disk-reads/difference").asText());
        assertThat(cell("byte-differences", "verdict", name + ",HDFS read")).isEqualTo("no difference");
    }

    @Test
    void differencesOfUnknownErrorHaveNoVerdict() throws IOException {
        compare("--what-if", "hsync");

        assertThat(cell("latency-differences", "error, ms", "hsync,foreground mean"))
                .isEmpty();
        assertThat(cell("latency-differences", "verdict", "hsync,foreground mean"))
                .isEqualTo("-");
    }

    @Test
    void valuesOfATraceOfNoTimeAreNull() {
        Alternative baseline = Alternative.of("baseline", new Hardware(30, 0, 15), Prices.PAPER, PaperDisk.DEFAULT);
        Alternative local = baseline.named("localcompact").with(Alternative.Switch.LOCAL_COMPACTION);
        ObjectNode root = JsonText.object();
        try (AlternativesStudy study =
                new AlternativesStudy(List.of(baseline, local), StudySetup.ofTrace(PaperDisk.DEFAULT, 1, 0, 0, 1, 1))) {
            new WhatIfStudy(study.finish(0), 1, Goal.NONE).put(root);
        }

        assertThat(root.at("/alternatives/1/busy").isNull()).isTrue();
        assertThat(root.toString()).contains("activityBytes", "measuredError").doesNotContain("NaN", "Infinity");
    }

    @Test
    void tablesOfSeveralMachinesHaveTheSameMeans() throws IOException {
        compare("--machine", "all");

        for (String end : List.of("", ", least", ", largest")) {
            assertThat(cell("latencies", "user read mean, ms" + end, "flash=60g"))
                    .isEqualTo(cell("front", "read-mean, ms" + end, "flash=60g"));
        }
    }
}
