package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.study.CheckPoints.Priced;
import org.underbase.sim.study.Figure;

/** JSON of a study. */
final class StudyReport {
    private StudyReport() {}

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
        return PageTable.number(value);
    }

    static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
