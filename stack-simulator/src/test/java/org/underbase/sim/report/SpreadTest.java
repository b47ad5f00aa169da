package org.underbase.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.study.Figure;

class SpreadTest {
    private static RunResult run(int number, PageTable... tables) {
        return new RunResult("seed " + number, List.of(), "", List.of(tables), JsonText.object());
    }

    private static PageTable figure(double... values) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            rows.add(List.of((double) i, values[i]));
        }
        return PageTable.of("F10", "F10: hit rate", List.of("cache, GB", "hits"), 1, rows);
    }

    private static PageTable points(double reads, double change) {
        return StudyTables.checkPoints(List.of(
                CheckPoint.relative("T1", "RAM reads, MB/min", Kind.CHECK, 10, reads, 0.1),
                new CheckPoint("T1", "largest change by 1 ms jitter, %", Kind.CHECK, "1.3", change, 0, 2)));
    }

    @Test
    void oneRunHasNoSpread() {
        PageTable figure = figure(0.5);

        assertThat(Spread.of(List.of(run(1, figure)))).containsExactly(figure);
    }

    @Test
    void numbersHaveMeansAndEnds() {
        PageTable merged = Spread.of(List.of(run(1, figure(0.5, Double.NaN)), run(2, figure(0.25, 1, 7))))
                .get(0);

        assertThat(merged.rows()).containsExactly(List.of(0.0, 0.375), List.of(1.0, 1.0), List.of(2.0, 7.0));
        assertThat(merged.low().get(0)).containsExactly(0.0, 0.25);
        assertThat(merged.high().get(0)).containsExactly(0.0, 0.5);
    }

    @Test
    void differentTextsAreCounted() {
        PageTable merged = Spread.of(List.of(run(1, points(10, 1)), run(2, points(12, 1)), run(3, points(10, 1))))
                .get(0);

        assertThat(merged.rows().get(0)).endsWith("9.00 to 11.0", "OUTSIDE; within (2 runs)");
    }

    @Test
    void theFirstMachineIsComparedWithTheMedian() {
        List<PageTable> merged = Spread.of(List.of(
                run(1, points(8, 9)), run(2, points(10, 1)), run(3, points(Double.NaN, 1)), run(4, points(11, 1))));

        List<List<Object>> points = merged.get(0).rows();
        assertThat(points.get(points.size() - 1))
                .startsWith("T1", "largest change to the median of 4 machines, %", "CHECK", "6.4", 25.0);
        assertThat(merged.get(1).id()).isEqualTo("T1");
        assertThat(merged.get(1).rows())
                .containsExactly(List.of("RAM reads, MB/min", "10.0", 8.0, 10.0, 25.0, -6.2, 8.0, 11.0));
    }

    @Test
    void twoMachinesHaveNoMedian() {
        assertThat(Spread.of(List.of(run(1, points(8, 9)), run(2, points(10, 1)))))
                .hasSize(1);
    }

    @Test
    void figuresWithTwoQuantitiesHaveTwoTables() {
        List<String> columns = List.of("RAM", "flash", "a", "b", "c", "d", "years a", "years b");
        List<List<Double>> rows = List.of(List.of(10.0, 60.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
        List<PageTable> tables = FigureTables.of(List.of(
                new Figure("F9", "t", List.of("disks", "ms"), List.of(List.of(5.0, 1.0))),
                new Figure("F9", "t", List.of("full seek, ms", "ms"), List.of(List.of(5.0, 1.0))),
                new Figure("F11, F12", "t", columns, rows)));

        assertThat(tables.stream().map(PageTable::id)).containsExactly("F9-disks", "F9-full-seek-ms", "F11", "F12");
        assertThat(tables.get(3).columns()).containsExactly("RAM", "flash", "years a", "years b");
        assertThat(tables.get(3).rows()).containsExactly(List.of(10.0, 60.0, 5.0, 6.0));
    }
}
