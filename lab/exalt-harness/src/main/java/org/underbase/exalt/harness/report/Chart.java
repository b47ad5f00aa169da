package org.underbase.exalt.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Sample;

/** Line chart over time, as SVG without scripts. */
final class Chart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 120;
    private static final int LEFT = 70;
    private static final int BOTTOM = 18;
    private static final int TOP = 8;

    private Chart() {}

    /** Draws the values of a column; empty if there are no values. */
    static String of(Column column, List<Sample> samples) {
        List<Sample> present = samples.stream()
                .filter(sample -> !Double.isNaN(sample.value(column)))
                .toList();
        if (present.isEmpty()) {
            return "";
        }
        double most = present.stream()
                .mapToDouble(sample -> sample.value(column))
                .max()
                .orElse(0);
        double top = most > 0 ? most : 1;
        double end = Math.max(1, samples.get(samples.size() - 1).seconds());
        List<String> points = new ArrayList<>();
        for (Sample sample : present) {
            points.add(String.format(
                    Locale.ROOT,
                    "%.1f,%.1f",
                    LEFT + sample.seconds() / end * (WIDTH - LEFT),
                    TOP + (1 - Math.max(0, sample.value(column)) / top) * (HEIGHT - TOP - BOTTOM)));
        }
        return String.format(
                Locale.ROOT,
                "<figure><figcaption>%s <small>%s</small></figcaption>"
                        + "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
                        + "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>"
                        + "<text x=\"%d\" y=\"%d\">%s</text><text x=\"%d\" y=\"%d\">0</text>"
                        + "<text x=\"%d\" y=\"%d\">%.0f s</text><polyline points=\"%s\"/></svg></figure>%n",
                Html.escape(column.words()),
                Html.escape(column.unit()),
                WIDTH,
                HEIGHT,
                Html.escape(column.words()),
                LEFT,
                HEIGHT - BOTTOM,
                WIDTH,
                HEIGHT - BOTTOM,
                LEFT - 4,
                TOP + 6,
                RunText.fixed(most, most < 10 ? 2 : 0),
                LEFT - 4,
                HEIGHT - BOTTOM,
                WIDTH,
                HEIGHT - 4,
                end,
                String.join(" ", points));
    }
}
