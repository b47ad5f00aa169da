package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.report.FigureTables;
import org.underbase.sim.report.RunResult;
import org.underbase.sim.report.StudyOutput;
import org.underbase.sim.report.StudyTables;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.run.Run;
import org.underbase.sim.study.Alternative;
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

/**
 * Study of one machine of a trace.
 *
 * @param input trace
 * @param machine number of the machine
 * @param options options of the command
 * @param setup setup
 * @param alternatives baseline, and the alternatives to it
 * @param goal goal
 * @param notes lines about settings without an effect
 */
record MachineRun(
        TraceInput input,
        int machine,
        TraceOptions options,
        StudySetup setup,
        List<Alternative> alternatives,
        Goal goal,
        List<String> notes)
        implements Run {
    private static final double MINUTE = 60e9;

    @Override
    public String name() {
        return PrintableText.of(input.machines().get(machine));
    }

    @Override
    public RunResult simulate(Progress progress) throws IOException {
        return options.comparisons() > 0 ? compare(progress) : figures(progress);
    }

    private double minutes() {
        return input.nanos() / MINUTE;
    }

    private CompileReport compile(int of, FileLayout layout, RequestListener listener, Progress progress)
            throws IOException {
        return input.compile(
                of,
                options.view(),
                layout,
                listener,
                events -> progress.update(-1, () -> "requests: read " + events + " events"));
    }

    private RunResult compare(Progress progress) throws IOException {
        LayoutStudies studies = new LayoutStudies(alternatives, input.machines().size(), machine, setup, minutes());
        CompileReport report = studies.run((of, layout, listener) -> compile(of, layout, listener, progress));
        WhatIfStudy result = new WhatIfStudy(studies.outcomes(), options.comparisons(), goal);
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        ObjectNode root = json(report);
        result.put(root);
        List<String> head = head(report);
        if (LayoutStudies.areAllSimulated(alternatives)) {
            head.add("all machines are simulated: latencies are those of all requests, prices and bytes are means");
        }
        for (String note : studies.notes()) {
            head.add("note: " + note);
            root.withArray("notes").add(note);
        }
        return result(head, text.toString(), result.tables(), root);
    }

    private RunResult figures(Progress progress) throws IOException {
        try (LayeredStudy study = new LayeredStudy(setup, options.view() == View.DATANODE)) {
            CompileReport report = compile(machine, FileLayout.TRACED, study, progress);
            study.finish();
            boolean scaled = options.scale() > 1;
            List<CheckPoint> points = scaled ? List.of() : CheckPoints.of(study, minutes());
            List<Priced> systems = scaled ? List.of() : CheckPoints.priced(study);
            List<Figure> figures = scaled ? Figures.ofCaches(study, minutes()) : Figures.of(study, minutes());
            List<PageTable> tables = new ArrayList<>();
            if (!scaled) {
                tables.add(StudyTables.quantities(points));
                tables.add(StudyTables.systems(systems));
            }
            tables.addAll(FigureTables.of(figures));
            ObjectNode root = json(report);
            StudyReport.compare(root.putArray("quantities"), points);
            StudyReport.put(root, systems, figures);
            List<String> head = head(report);
            head.addAll(Figures.omitted(study));
            return result(head, StudyOutput.text(tables), tables, root);
        }
    }

    private RunResult result(List<String> head, String text, List<PageTable> tables, ObjectNode root) {
        return new RunResult(name(), head, String.join("\n", head) + "\n\n" + text.stripLeading(), tables, root);
    }

    private ObjectNode json(CompileReport report) {
        ObjectNode root = JsonText.object();
        root.put("machine", input.machines().get(machine)).put("minutes", minutes());
        root.put("requests", report.requests()).put("scale", options.scale());
        root.put("view", options.view().name().toLowerCase(Locale.ROOT));
        input.machines().forEach(root.putArray("machines")::add);
        input.defects().forEach(root.putArray("defects")::add);
        report.notes().forEach(root.putArray("notes")::add);
        notes.forEach(root.withArray("notes")::add);
        return root;
    }

    private String disks() {
        if (alternatives.get(0).hasExt4()) {
            return "disks serve requests in the order of their arrival, below ext4; a latency of a log is that of an hsync";
        }
        boolean isTiered = alternatives.stream().anyMatch(one -> one.layout().isTiered());
        return "hsyncs have no flushes of the disks and no journal of ext4: "
                + (isTiered ? "these are unknown for tiers" : "add disk.flush.millis to the hardware file");
    }

    private List<String> head(CompileReport report) {
        List<String> head = new ArrayList<>();
        head.add(String.format(
                Locale.ROOT,
                "machine %s, number %d of %d in the ring of replicas; %.1f minutes, %,d requests",
                name(),
                machine + 1,
                input.machines().size(),
                minutes(),
                report.requests()));
        if (options.scale() > 1) {
            head.add("sizes of caches are divided by " + options.scale() + "; figures of disks are omitted");
        }
        if (options.view() == View.DATANODE) {
            head.add("requests are those of the DataNode");
            head.add(
                    options.comparisons() > 0
                            ? "the page cache is Linux's: only reads and, with hsync, logs wait for disks"
                            : "caches are those of FAST '14 except the column Linux: latencies of writes are upper bounds");
            if (options.comparisons() > 0) {
                head.add(disks());
            }
        }
        input.defects().forEach(defect -> head.add("incomplete: " + PrintableText.of(defect)));
        report.notes().forEach(note -> head.add("assumed: " + note));
        notes.forEach(note -> head.add("note: " + note));
        return head;
    }
}
