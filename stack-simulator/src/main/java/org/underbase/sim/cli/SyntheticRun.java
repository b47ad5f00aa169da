package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.report.FigureTables;
import org.underbase.sim.report.RunResult;
import org.underbase.sim.report.StudyOutput;
import org.underbase.sim.report.StudyTables;
import org.underbase.sim.run.Run;
import org.underbase.sim.study.CheckPoints;
import org.underbase.sim.study.Figure;
import org.underbase.sim.study.Figures;
import org.underbase.sim.study.LayeredStudy;
import org.underbase.sim.synthetic.Calibration;
import org.underbase.sim.synthetic.Generator;

/**
 * Study of generated requests.
 *
 * @param hours length of the input
 * @param sliceEvery simulate disks in every n-th hour
 * @param seed seed of random choices
 * @param threads threads of the simulations
 */
record SyntheticRun(int hours, int sliceEvery, long seed, int threads) implements Run {
    private static final long MINUTE = 60_000_000_000L;
    private static final int MINUTES_PER_HOUR = 60;

    @Override
    public String name() {
        return "seed " + seed;
    }

    @Override
    public RunResult simulate(Progress progress) {
        try (LayeredStudy study = new LayeredStudy(sliceEvery, PaperDisk.DEFAULT, hours, threads)) {
            Generator generator = new Generator(Calibration.PAPER, seed, study);
            int minutes = hours * MINUTES_PER_HOUR;
            generator.start(minutes * MINUTE);
            for (int minute = 1; minute <= minutes; minute++) {
                double fraction = (double) minute / minutes;
                generator.runUntil(minute * MINUTE);
                progress.update(
                        fraction, () -> String.format(Locale.ROOT, "%.1f of %d hours", fraction * hours, hours));
            }
            study.finish();
            return result(study, minutes);
        }
    }

    private RunResult result(LayeredStudy study, double minutes) {
        List<CheckPoint> points = CheckPoints.of(study, minutes);
        List<Figure> figures = Figures.of(study, minutes);
        List<PageTable> tables = new ArrayList<>();
        tables.add(StudyTables.checkPoints(points));
        tables.add(StudyTables.systems(CheckPoints.priced(study)));
        tables.addAll(FigureTables.of(figures));
        ObjectNode root = JsonText.object();
        root.put("seed", seed).put("hours", hours).put("sliceEvery", sliceEvery);
        root.set("checkPoints", CheckPoint.json(points));
        StudyReport.put(root, CheckPoints.priced(study), figures);
        List<String> head = new ArrayList<>();
        head.add(String.format(
                Locale.ROOT,
                "synthetic input, seed %d, %d hours (the paper: 199), disks in every %d. hour, one machine",
                seed,
                hours,
                sliceEvery));
        head.addAll(Figures.omitted(study));
        String text = String.join("\n", head) + "\n" + StudyOutput.text(tables);
        return new RunResult(name(), head, text, tables, root);
    }
}
