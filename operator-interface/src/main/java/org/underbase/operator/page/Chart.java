package org.underbase.operator.page;

/**
 * Chart of the numbers of a table.
 *
 * @param kind geometry
 * @param from first column with values; of {@link Kind#POINTS} the column of horizontal positions
 * @param to end of the columns with values, exclusive; of {@link Kind#POINTS} the column of vertical positions
 * @param error column with standard errors of the vertical positions of {@link Kind#POINTS}, or {@link #NONE}
 * @param group column whose texts divide {@link Kind#POINTS} into series, or {@link #NONE}
 * @param unit name and unit of the vertical axis
 */
public record Chart(Kind kind, int from, int to, int error, int group, String unit) {
    /** Absent column. */
    public static final int NONE = -1;

    /** Geometry of a chart. */
    public enum Kind {
        /** A line per column over the numbers of the first column. */
        LINES,
        /** A bar per column for each row. */
        BARS,
        /** A line per row over the names of the columns. */
        ROWS,
        /** A point per row. */
        POINTS
    }

    /** Returns a chart of lines or bars. */
    public static Chart of(Kind kind, int from, int to, String unit) {
        return new Chart(kind, from, to, NONE, NONE, unit);
    }
}
