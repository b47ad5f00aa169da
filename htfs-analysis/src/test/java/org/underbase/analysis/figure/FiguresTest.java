package org.underbase.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;

class FiguresTest {
    private final AllFigures all = AllFigures.load();
    private final List<Figure<?, ?>> found = all.figures();
    private final Assumptions assumptions = new Assumptions(3, 1 << 20);
    private final List<TestEvent> events = SyntheticHBase.events(1, 1, 5);
    private final Figures figures = Feed.all(assumptions, events);

    @Test
    void figuresDifferInResultTypePositionAndCharts() {
        assertThat(found).hasSize(17);
        assertThat(found.stream().map(Figure::resultType)).doesNotHaveDuplicates();
        assertThat(found.stream().map(Figure::position)).doesNotHaveDuplicates();
        List<Chart> charts =
                found.stream().flatMap(figure -> figure.charts().stream()).toList();
        assertThat(charts.stream().map(Chart::id)).doesNotHaveDuplicates();
        assertThat(charts.stream().map(Chart::position)).doesNotHaveDuplicates();
    }

    @Test
    void jsonHasEachFigureInOrder() {
        assertThat(figures.json().fieldNames())
                .toIterable()
                .containsExactly(
                        "summary",
                        "layers",
                        "actors",
                        "touchedData",
                        "byType",
                        "regions",
                        "writeAmplification",
                        "compactionWaste",
                        "fileSizes",
                        "lifetimes",
                        "locality",
                        "heat",
                        "readRuns",
                        "callsWithoutLatency",
                        "latencies",
                        "metadataLoad",
                        "workloadFit",
                        "timeline",
                        "traffic");
    }

    /** A figure that reads more than its {@link Figure#detail} has another result alone than together with all others. */
    @Test
    void eachFigureHasTheSameResultAlone() {
        for (Figure<?, ?> figure : found) {
            Settings settings = Settings.of(assumptions);
            ObjectNode alone = Feed.run(AllFigures.of(figure), settings, 1, Feed.sources(events, 100))
                    .json();
            assertThat(alone.toPrettyString())
                    .as(figure.id())
                    .isEqualTo(figures.json().retain(names(alone)).toPrettyString());
        }
    }

    private static List<String> names(ObjectNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void tablesHaveEqualColumns() {
        assertThat(figures.csv())
                .containsOnlyKeys(
                        "bytes-per-open-by-host",
                        "bytes-per-open-by-user",
                        "calls",
                        "failed-calls",
                        "family-sizes",
                        "hot-regions",
                        "io-by-host",
                        "io-by-thread",
                        "io-by-user",
                        "metadata-calls-by-host",
                        "metadata-calls-by-user",
                        "metadata-per-gib-by-host",
                        "metadata-per-gib-by-user",
                        "reads-by-rank",
                        "wasted-compaction",
                        "write-amplification",
                        "latencies",
                        "f2-layers",
                        "f3-touched-data",
                        "f4a-data-by-type",
                        "f4b-io-by-type",
                        "f5-file-sizes",
                        "f6-lifetimes",
                        "f7-locality",
                        "f8a-data-by-reads",
                        "f8b-reads-by-reads",
                        "l4-created-sizes",
                        "l5-read-runs");
        assertThat(figures.csv().values()).allSatisfy(text -> assertThat(text.lines())
                .startsWith("series,x,x_unit,y,y_unit")
                .allSatisfy(
                        line -> assertThat(line.replaceAll("\"[^\"]*\"", "q").split(",", -1))
                                .hasSize(5)));
    }

    @Test
    void eachChartHasACaptionAndAScript() throws IOException {
        List<String> ids = found.stream()
                .flatMap(figure -> figure.charts().stream())
                .map(Chart::id)
                .toList();
        assertThat(figures.captions().fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(ids);
        String scripts = figures.scripts();
        assertThat(ids).allSatisfy(id -> assertThat(scripts).contains("figure('" + id + "'"));
    }

    @Test
    void unknownResultTypeIsRejected() {
        assertThatThrownBy(() -> figures.get(String.class)).hasMessage("no figure has the result java.lang.String");
    }
}
