package org.underbase.htfs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace verify}: completeness check of traces. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Read traces completely and report missing or corrupt parts.",
        footer = {
            "",
            "A trace is complete if each block is present and intact, no event was dropped while recording, each segment is"
                    + " closed, and no segment of a process is missing.",
            "",
            "Examples:",
            "  underbase trace verify /var/log/hadoop/underbase-trace",
            "  underbase trace verify --allow-open --json hdfs://nn:8020/traces",
            "",
            "Exit codes: 0 complete, 1 incomplete or a file is not a trace, 2 invalid usage."
        })
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations.Required locations;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--allow-open",
            description =
                    "Accept a segment without an end mark, which its process may still write, and a last segment that does"
                            + " not end the recording.")
    private boolean allowOpen;

    /** The problems of a file, one line each. */
    private record Verdict(String file, long events, List<String> problems) {}

    @Override
    public Integer call() throws IOException {
        Configuration conf = locations.conf();
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "trace verify");
        List<Verdict> verdicts = new ArrayList<>();
        ReadReport all = new ReadReport();
        for (TraceSlice slice : locations.segments(conf)) {
            try {
                SegmentSummary segment = SegmentSummary.read(conf, slice, progress);
                all.add(segment.report());
                verdicts.add(new Verdict(segment.file(), segment.totals().all().events(), problems(segment.report())));
            } catch (TraceFormatException e) {
                String file = TraceFiles.shown(slice);
                String reason = e.getMessage();
                verdicts.add(new Verdict(
                        file,
                        0,
                        List.of(reason.startsWith(file + ": ") ? reason.substring(file.length() + 2) : reason)));
            }
        }
        List<String> missing = allowOpen ? all.gaps() : all.missingSegments();
        boolean complete = missing.isEmpty()
                && verdicts.stream().allMatch(verdict -> verdict.problems().isEmpty());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(out, complete, verdicts, missing);
        } else {
            print(out, complete, verdicts, missing);
        }
        out.flush();
        return complete ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private List<String> problems(ReadReport report) {
        List<String> problems = new ArrayList<>();
        for (CorruptRange range : report.corruptRanges()) {
            problems.add("at byte " + range.offset() + (range.bytes() > 0 ? ", " + range.bytes() + " bytes" : "") + ": "
                    + range.reason());
        }
        if (report.corruptRangeCount() > report.corruptRanges().size()) {
            problems.add("and "
                    + (report.corruptRangeCount() - report.corruptRanges().size()) + " more ranges");
        }
        if (report.drops().total() > 0) {
            problems.add(report.drops().total() + " events were lost while recording: " + report.drops());
        }
        if (!allowOpen && !report.unclosed().isEmpty()) {
            problems.add("no end mark: it is still being written, or its process was killed");
        }
        return problems;
    }

    private static void print(PrintWriter out, boolean complete, List<Verdict> verdicts, List<String> missing) {
        for (Verdict verdict : verdicts) {
            if (verdict.problems().isEmpty()) {
                out.printf("%s: complete, %d events%n", verdict.file(), verdict.events());
            }
            verdict.problems().forEach(line -> out.println(verdict.file() + ": " + line));
        }
        missing.forEach(out::println);
        out.println(complete ? "complete" : "INCOMPLETE");
    }

    private static void printJson(PrintWriter out, boolean complete, List<Verdict> verdicts, List<String> missing) {
        ObjectNode root = JsonText.object().put("complete", complete);
        ArrayNode files = root.putArray("files");
        for (Verdict verdict : verdicts) {
            ObjectNode file = files.addObject()
                    .put("file", verdict.file())
                    .put("complete", verdict.problems().isEmpty())
                    .put("events", verdict.events());
            ArrayNode problems = file.putArray("problems");
            verdict.problems().forEach(problems::add);
        }
        ArrayNode gaps = root.putArray("missingSegments");
        missing.forEach(gaps::add);
        out.println(JsonText.of(root));
    }
}
