package org.underbase.bench.analysis.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.underbase.bench.analysis.run.Work;

class AnswersTest {
    private static final String LAYERS =
            "{'layers': {'byActivity': [{'activity': 'flush', 'read': 0, 'written': 5, 'localWritten': 15},"
                    + " {'activity': 'other', 'read': 0, 'written': 0, 'localWritten': 0}]}}";

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    void equalAnswersAreCounted() throws IOException {
        JsonNode rows = json("[{'activity': 'flush', 'read': 0, 'written': 5, 'local_written': 15}]");
        assertThat(Answers.compare(Work.F2, json(LAYERS), rows)).isEqualTo(1);
        JsonNode lives = json("{'lifetimes': {'classes': [{'class': 'small', 'cdf': [[7, 0.5]]}]}}");
        JsonNode points = json(
                "[{'class': 'small', 'life_ns': 3, 'share': 0.25}, {'class': 'small', 'life_ns': 7, 'share': 0.5}]");
        assertThat(Answers.compare(Work.F6, lives, points)).isEqualTo(1);
    }

    @Test
    void aDifferenceIsAnError() throws IOException {
        JsonNode rows = json("[{'activity': 'flush', 'read': 0, 'written': 5, 'local_written': 16}]");
        JsonNode layers = json(LAYERS);
        assertThatThrownBy(() -> Answers.compare(Work.F2, layers, rows)).hasMessageContaining("F2 differs");
        JsonNode locality =
                json("{'locality': {'all': {'lines': [{'points': [{'withinNanos': 1000000000, 'hits': 2}]}]}}}");
        JsonNode hits = json("[{'within_s': 1, 'hits': 3, 'reads': 9}]");
        assertThatThrownBy(() -> Answers.compare(Work.F7, locality, hits)).hasMessageContaining("F7 differs");
        assertThatThrownBy(() -> Answers.compare(Work.F7, json("{}"), json("[]")))
                .hasMessageContaining("F7 differs");
    }

    @Test
    void theDocumentContainsAQueryOfEachFigure() throws IOException {
        DocumentedQueries queries = DocumentedQueries.load();
        assertThat(queries.of("F2")).startsWith("WITH io AS").contains("local_written");
        assertThat(queries.of("F6")).contains("life_ns");
        assertThat(queries.of("F7")).contains("within_s");
        assertThat(queries.views(Path.of("/t"))).hasSize(2).allMatch(view -> view.contains("'/t/"));
    }
}
