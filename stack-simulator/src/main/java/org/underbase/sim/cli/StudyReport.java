package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.TextTable;
import org.underbase.sim.study.CheckPoints.Priced;
import org.underbase.sim.study.Figure;

/** Tables and JSON of a study. */
final class StudyReport {
    /** Below it, a number with two decimals has less than two digits. */
    private static final double SMALL = 0.1;

    private StudyReport() {}

    static void print(PrintWriter out, List<Priced> systems) {
        out.println();
        TextTable costs = new TextTable("system", "capex, $", "foreground latency, ms", "standard error").leftAligned();
        for (Priced system : systems) {
            costs.row(
                    system.hardware().toString(),
                    number(system.capex()),
                    number(system.foregroundMillis()),
                    number(system.foregroundError()));
        }
        costs.print(out);
    }

    static void print(PrintWriter out, Figure figure) {
        out.printf("%n%s: %s%n%n", figure.name(), figure.title());
        TextTable table = new TextTable(figure.columns().toArray(new String[0]));
        for (List<Double> row : figure.rows()) {
            table.row(row.stream().map(StudyReport::number).toArray(String[]::new));
        }
        table.print(out);
    }

    /** Prints quantities of an input that is not the paper's: its values are a reference, not an aim. */
    static void printComparison(PrintWriter out, List<CheckPoint> points) {
        TextTable table = new TextTable("where", "quantity", "this trace", "FAST '14").leftAligned();
        for (CheckPoint point : points) {
            table.row(point.where(), point.quantity(), number(point.value()), point.paper());
        }
        table.print(out);
    }

    static void put(ObjectNode root, List<Priced> systems, List<Figure> figures) {
        ArrayNode priced = root.putArray("systems");
        for (Priced system : systems) {
            priced.addObject()
                    .put("ramGigabytes", system.hardware().ramGigabytes())
                    .put("flashGigabytes", system.hardware().flashGigabytes())
                    .put("disks", system.hardware().disks())
                    .put("capex", system.capex())
                    .put("foregroundMillis", finite(system.foregroundMillis()))
                    .put("foregroundError", finite(system.foregroundError()));
        }
        ArrayNode all = root.putArray("figures");
        for (Figure figure : figures) {
            ObjectNode one = all.addObject().put("name", figure.name()).put("title", figure.title());
            figure.columns().forEach(one.putArray("columns")::add);
            ArrayNode rows = one.putArray("rows");
            for (List<Double> row : figure.rows()) {
                ArrayNode values = rows.addArray();
                row.forEach(value -> values.add(finite(value)));
            }
        }
    }

    static ArrayNode compare(ArrayNode array, List<CheckPoint> points) {
        for (CheckPoint point : points) {
            array.addObject()
                    .put("where", point.where())
                    .put("quantity", point.quantity())
                    .put("simulated", finite(point.value()))
                    .put("paper", point.paper());
        }
        return array;
    }

    /** Returns a number, or a dash if the input has no such requests. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        return value != 0 && Math.abs(value) < SMALL
                ? String.format(Locale.ROOT, "%.2g", value)
                : CheckPoint.number(value);
    }

    static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
