package org.underbase.sim.report;

import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.page.Chart;
import org.underbase.operator.page.Chart.Kind;
import org.underbase.operator.page.CheckPointTable;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.cost.Front;
import org.underbase.sim.study.CheckPoints.Priced;

/** Tables and charts of a study. */
public final class StudyTables {
    /** ID of the table of quantities of an input that is not the paper's. */
    static final String QUANTITIES = "quantities";

    /** Column with the value of a quantity. */
    static final int QUANTITY = 2;

    private StudyTables() {}

    /** Returns the comparison of a synthetic input with the paper. */
    public static PageTable checkPoints(List<CheckPoint> points) {
        return CheckPointTable.of("Comparison with FAST '14", points);
    }

    /** Returns the quantities of a trace: the paper's values are a reference, not an aim. */
    public static PageTable quantities(List<CheckPoint> points) {
        List<List<Object>> rows = new ArrayList<>();
        points.forEach(point -> rows.add(List.of(point.where(), point.quantity(), point.value(), point.paper())));
        return PageTable.of(
                        QUANTITIES,
                        "Quantities of this trace",
                        List.of("where", "quantity", "this trace", "FAST '14"),
                        2,
                        rows)
                .captioned("The values of FAST '14 are those of another workload: a reference, not an aim.");
    }

    /** Returns Figure 15. */
    public static PageTable systems(List<Priced> systems) {
        List<Priced> front = Front.of(systems, Priced::capex, Priced::foregroundMillis);
        List<List<Object>> rows = new ArrayList<>();
        for (Priced system : systems) {
            rows.add(List.of(
                    system.hardware().toString(),
                    system.capex(),
                    system.foregroundMillis(),
                    system.foregroundError(),
                    front.contains(system) ? "yes" : isNear(system, front) ? "within the error" : "no"));
        }
        return PageTable.of(
                        "F15",
                        "F15: price and latency of systems",
                        List.of("system", "capex, $", "foreground latency, ms", "standard error", "justifiable"),
                        1,
                        rows)
                .captioned(
                        "A system is justifiable if all cheaper ones are slower; within the error: if it is slower than"
                                + " a cheaper one by at most twice the standard error of the difference. The latency is the mean of"
                                + " the page requests of user reads, cache hits included.")
                .from("F15, L10")
                .with(new Chart(Kind.POINTS, 1, 2, 3, 4, "foreground latency, ms"));
    }

    private static boolean isNear(Priced system, List<Priced> front) {
        return front.stream()
                .filter(better -> better.capex() <= system.capex())
                .allMatch(better -> system.foregroundMillis() - better.foregroundMillis()
                        <= 2 * Math.hypot(system.foregroundError(), better.foregroundError()));
    }
}
