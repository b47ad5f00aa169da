package org.underbase.operator.page;

import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.output.CheckPoint;

/** Table of the comparisons of a study with a paper. */
public final class CheckPointTable {
    /** ID of the table. */
    public static final String ID = "checkPoints";

    /** Column with the value of the study. */
    public static final int VALUE = 4;

    private static final String CAPTION =
            "EXACT: the same closed form, must be equal. INPUT: the input is calibrated to the value, so that its agreement is"
                    + " no result. CHECK: input with these marginals, our simulator: the column simulated; reported: the column"
                    + " paper; the range is the aim. SIGN: the paper shows only a sign or an order.";

    private CheckPointTable() {}

    /**
     * Returns the table.
     *
     * @param title heading
     * @param points comparisons
     */
    public static PageTable of(String title, List<CheckPoint> points) {
        List<List<Object>> rows = new ArrayList<>();
        points.forEach(point -> rows.add(row(point)));
        return PageTable.of(
                        ID,
                        title,
                        List.of("where", "quantity", "kind", "paper", "simulated", "aim", "verdict"),
                        2,
                        rows)
                .captioned(CAPTION);
    }

    /** Returns the cells of a comparison. */
    public static List<Object> row(CheckPoint point) {
        return List.of(
                point.where(),
                point.quantity(),
                point.kind().toString(),
                point.paper(),
                point.value(),
                point.aim(),
                point.verdict());
    }
}
