package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.StockClients;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.AlternativesStudy;
import org.underbase.sim.study.CheckPoints;
import org.underbase.sim.study.CheckPoints.Priced;
import org.underbase.sim.study.Figure;
import org.underbase.sim.study.Figures;
import org.underbase.sim.study.LayeredStudy;
import org.underbase.sim.study.StudySetup;
import org.underbase.sim.trace.CompileReport;
import org.underbase.sim.trace.TraceInput;
import org.underbase.sim.trace.View;
import org.underbase.sim.whatif.Goal;
import org.underbase.sim.whatif.HardwareFile;
import picocli.CommandLine;

/** Study of one machine of a trace. */
final class TraceStudy {
    private static final double MINUTE = 60e9;

    private final CommandLine line;
    private final TraceOptions options;
    private final int sliceEvery;
    private final int threads;
    private TraceInput input;
    private int machine;

    TraceStudy(CommandLine line, TraceOptions options, int sliceEvery, int threads) {
        this.line = line;
        this.options = options;
        this.sliceEvery = sliceEvery;
        this.threads = threads;
    }

    void run(boolean json) throws IOException, InterruptedException {
        options.check(line);
        Alternative baseline = HardwareFile.read(options.hardware());
        List<Alternative> alternatives = options.alternatives(line, baseline);
        Goal goal = options.goal(line);
        Configuration conf = new Configuration();
        StockClients.use(conf);
        options.settings().forEach(conf::set);
        try (ProgressLine progress = new ProgressLine(line.getErr(), "simulate")) {
            input = TraceInput.open(
                    conf,
                    options.paths(),
                    options.unit(),
                    options.isIncompleteAllowed(),
                    (done, total) -> progress.update(
                            (double) done / total,
                            () -> "files: read " + SizeText.of(done) + " of " + SizeText.of(total)));
        }
        machine = options.machine(line, input.machines(), input.median());
        StudySetup setup = StudySetup.ofTrace(
                baseline.disk(), sliceEvery, input.nanos(), input.read(machine), threads, options.scale());
        if (options.comparisons() > 0) {
            compare(alternatives, setup, goal, json);
        } else {
            figures(setup, json);
        }
        line.getOut().flush();
    }

    private CompileReport compile(RequestListener listener) throws IOException {
        try (ProgressLine progress = new ProgressLine(line.getErr(), "simulate")) {
            return input.compile(
                    machine,
                    options.view(),
                    listener,
                    events -> progress.update(() -> "requests: read " + events + " events"));
        }
    }

    private void compare(List<Alternative> alternatives, StudySetup setup, Goal goal, boolean json) throws IOException {
        try (AlternativesStudy study = new AlternativesStudy(alternatives, setup)) {
            CompileReport report = compile(study);
            WhatIfStudy result = new WhatIfStudy(study.finish(input.nanos() / MINUTE), options.comparisons(), goal);
            if (json) {
                ObjectNode root = head(report);
                result.put(root);
                line.getOut().println(JsonText.of(root));
            } else {
                printHead(report);
                result.print(line.getOut());
            }
        }
    }

    private void figures(StudySetup setup, boolean json) throws IOException {
        try (LayeredStudy study = new LayeredStudy(setup)) {
            CompileReport report = compile(study);
            study.finish();
            double minutes = input.nanos() / MINUTE;
            boolean scaled = options.scale() > 1;
            List<CheckPoint> points = scaled ? List.of() : CheckPoints.of(study, minutes);
            List<Priced> systems = scaled ? List.of() : CheckPoints.priced(study);
            List<Figure> figures = scaled ? Figures.ofCaches(study, minutes) : Figures.of(study, minutes);
            PrintWriter out = line.getOut();
            if (json) {
                ObjectNode root = head(report);
                StudyReport.compare(root.putArray("quantities"), points);
                StudyReport.put(root, systems, figures);
                out.println(JsonText.of(root));
                return;
            }
            printHead(report);
            if (!scaled) {
                StudyReport.printComparison(out, points);
                StudyReport.print(out, systems);
            }
            figures.forEach(figure -> StudyReport.print(out, figure));
        }
    }

    private ObjectNode head(CompileReport report) {
        ObjectNode root = JsonText.object();
        root.put("machine", input.machines().get(machine)).put("minutes", input.nanos() / MINUTE);
        root.put("requests", report.requests()).put("scale", options.scale());
        root.put("view", options.view().name().toLowerCase(Locale.ROOT));
        input.machines().forEach(root.putArray("machines")::add);
        input.defects().forEach(root.putArray("defects")::add);
        report.notes().forEach(root.putArray("notes")::add);
        return root;
    }

    private void printHead(CompileReport report) {
        PrintWriter out = line.getOut();
        out.printf(
                Locale.ROOT,
                "machine %s, number %d of %d in the ring of replicas; %.1f minutes, %,d requests%n",
                PrintableText.of(input.machines().get(machine)),
                machine + 1,
                input.machines().size(),
                input.nanos() / MINUTE,
                report.requests());
        if (options.scale() > 1) {
            out.printf("sizes of caches are divided by %d; figures of disks are omitted%n", options.scale());
        }
        if (options.view() == View.DATANODE) {
            out.println("requests are those of the DataNode; caches are those of FAST '14, not Linux's");
            out.println("each packet seeks to its checksum file at once: latencies of writes are upper bounds");
        }
        input.defects().forEach(defect -> out.println("incomplete: " + PrintableText.of(defect)));
        report.notes().forEach(note -> out.println("assumed: " + note));
        out.println();
    }
}
