package org.underbase.htfs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Damage;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase trace verify}: whether traces are whole. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Read every byte of traces and tell what is missing or damaged.",
        footer = {
            "",
            "A trace is whole when every block is there and as it was written, no event was lost while recording, every"
                    + " segment was closed, and no segment of a process is missing.",
            "",
            "Examples:",
            "  underbase trace verify /var/log/hadoop/underbase-trace",
            "  underbase trace verify --allow-open --json hdfs://nn:8020/traces",
            "",
            "Exit codes: 0 whole, 1 something is missing or a file is no trace, 2 usage."
        })
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Locations locations;

    @Option(names = "--json", description = "One JSON object instead of lines.")
    private boolean json;

    @Option(
            names = "--allow-open",
            description =
                    "A segment without an end mark is fine, as when its process still writes it; so is a last segment that is"
                            + " not the end of what its process records.")
    private boolean allowOpen;

    /** What is wrong with a file, in lines. */
    private record Verdict(String file, long events, List<String> wrong) {}

    @Override
    public Integer call() throws IOException {
        Configuration conf = locations.conf();
        Progress progress = new Progress(spec.commandLine().getErr(), "trace verify");
        List<Verdict> verdicts = new ArrayList<>();
        List<SegmentFacts> facts = new ArrayList<>();
        for (TraceSlice slice : locations.segments(conf)) {
            try {
                SegmentFacts segment = SegmentFacts.read(conf, slice, progress);
                facts.add(segment);
                verdicts.add(new Verdict(segment.file(), segment.totals().all().events(), wrong(segment.report())));
            } catch (TraceFormatException e) {
                String file = TraceFiles.shown(slice);
                String reason = e.getMessage();
                verdicts.add(new Verdict(
                        file,
                        0,
                        List.of(reason.startsWith(file + ": ") ? reason.substring(file.length() + 2) : reason)));
            }
        }
        List<String> missing = new ArrayList<>(Missing.segments(facts));
        if (!allowOpen) {
            missing.addAll(Missing.next(facts));
        }
        boolean whole =
                missing.isEmpty() && verdicts.stream().allMatch(v -> v.wrong().isEmpty());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(out, whole, verdicts, missing);
        } else {
            print(out, whole, verdicts, missing);
        }
        out.flush();
        return whole ? 0 : 1;
    }

    private List<String> wrong(ReadReport report) {
        List<String> wrong = new ArrayList<>();
        for (Damage damage : report.damage()) {
            wrong.add("at byte " + damage.offset() + (damage.bytes() > 0 ? ", " + damage.bytes() + " bytes" : "") + ": "
                    + damage.reason());
        }
        if (report.damages() > report.damage().size()) {
            wrong.add("and " + (report.damages() - report.damage().size()) + " more such places");
        }
        if (report.drops().total() > 0) {
            wrong.add(report.drops().total() + " events were lost while recording: "
                    + report.drops().full()
                    + " because a ring was full, " + report.drops().writeError() + " because of write errors, "
                    + report.drops().sizeCap() + " because of the size cap");
        }
        if (!allowOpen && !report.unclosed().isEmpty()) {
            wrong.add("no end mark: still being written, or its process was killed");
        }
        return wrong;
    }

    private static void print(PrintWriter out, boolean whole, List<Verdict> verdicts, List<String> missing) {
        for (Verdict verdict : verdicts) {
            if (verdict.wrong().isEmpty()) {
                out.printf("%s: whole, %d events%n", verdict.file(), verdict.events());
            }
            verdict.wrong().forEach(line -> out.println(verdict.file() + ": " + line));
        }
        missing.forEach(out::println);
        out.println(whole ? "whole" : "NOT whole");
    }

    private static void printJson(PrintWriter out, boolean whole, List<Verdict> verdicts, List<String> missing)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode().put("whole", whole);
        ArrayNode files = root.putArray("files");
        for (Verdict verdict : verdicts) {
            ObjectNode file = files.addObject()
                    .put("file", verdict.file())
                    .put("whole", verdict.wrong().isEmpty())
                    .put("events", verdict.events());
            ArrayNode wrong = file.putArray("wrong");
            verdict.wrong().forEach(wrong::add);
        }
        ArrayNode gaps = root.putArray("missingSegments");
        missing.forEach(gaps::add);
        out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    }
}
