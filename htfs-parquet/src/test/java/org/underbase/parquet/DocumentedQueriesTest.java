package org.underbase.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.run.Progress;
import org.underbase.parquet.cli.ParquetCommand;
import picocli.CommandLine;

/** The queries of docs/parquet.md have the results of the analysis. */
class DocumentedQueriesTest {
    private static final Path DOCS = Path.of("..", "docs", "parquet.md");
    private static final Pattern QUERY = Pattern.compile("### (Figure \\d).*?```sql\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private static Path directory;

    private static JsonNode figures;
    private static Connection duckdb;

    @BeforeAll
    static void exportAndAnalyze() throws Exception {
        String trace = directory.resolve("trace").toString();
        WrittenTrace.write(directory.resolve("trace"), 11);
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new ParquetCommand())
                .setErr(new PrintWriter(err))
                .execute("-o", directory.resolve("tables").toString(), trace);
        assertThat(exit).as(err.toString()).isZero();
        figures = Analysis.of(List.of(trace), new Configuration(false))
                .run(Progress.NONE)
                .figures()
                .json();
        duckdb = DriverManager.getConnection("jdbc:duckdb:");
        String views = Files.readString(DOCS);
        Matcher create = Pattern.compile("CREATE VIEW .*;").matcher(views);
        while (create.find()) {
            try (Statement statement = duckdb.createStatement()) {
                statement.execute(create.group().replace("tables/", directory.resolve("tables") + "/"));
            }
        }
    }

    @AfterAll
    static void close() throws Exception {
        duckdb.close();
    }

    private static List<Map<String, Object>> query(String figure) throws Exception {
        Matcher queries = QUERY.matcher(Files.readString(DOCS));
        while (queries.find()) {
            if (queries.group(1).equals(figure)) {
                return rows(queries.group(2));
            }
        }
        throw new AssertionError("no query of " + figure);
    }

    private static List<Map<String, Object>> rows(String sql) throws Exception {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (Statement statement = duckdb.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    boolean integer = value instanceof Number && !(value instanceof Double);
                    row.put(result.getMetaData().getColumnLabel(i), integer ? result.getLong(i) : value);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static long sum(List<Map<String, Object>> rows, String column) {
        return rows.stream().mapToLong(row -> (Long) row.get(column)).sum();
    }

    @Test
    void figure2IsEqual() throws Exception {
        List<Map<String, Object>> rows = query("Figure 2");
        Map<String, List<Object>> expected = new TreeMap<>();
        for (JsonNode of : figures.at("/layers/byActivity")) {
            if (of.get("read").asLong() + of.get("written").asLong() > 0) {
                expected.put(
                        of.get("activity").asText(),
                        List.of(
                                of.get("read").asLong(),
                                of.get("written").asLong(),
                                of.get("localWritten").asLong()));
            }
        }
        Map<String, List<Object>> actual = new TreeMap<>();
        rows.forEach(row -> actual.put(
                (String) row.get("activity"), List.of(row.get("read"), row.get("written"), row.get("local_written"))));
        assertThat(actual).isEqualTo(expected).containsKeys("logging", "flush", "other");
        JsonNode layers = figures.get("layers");
        assertThat(sum(rows, "core_read")).isEqualTo(layers.at("/core/read").asLong());
        assertThat(sum(rows, "core_written"))
                .isEqualTo(layers.at("/core/written").asLong());
        assertThat(layers.at("/systemTables/written").asLong()).isEqualTo(7_000);
        assertThat(sum(rows, "read")).isEqualTo(layers.at("/hdfs/read").asLong());
        assertThat(sum(rows, "local_written"))
                .isEqualTo(layers.at("/local/written").asLong());
    }

    @Test
    void figure4IsEqual() throws Exception {
        Map<String, List<Object>> expected = new TreeMap<>();
        for (JsonNode of : figures.at("/byType/types")) {
            expected.put(
                    of.get("type").asText(),
                    List.of(
                            of.get("readOnlyData").asLong(),
                            of.get("readAndWrittenData").asLong(),
                            of.get("writtenOnlyData").asLong(),
                            of.get("read").asLong(),
                            of.get("written").asLong()));
        }
        Map<String, List<Object>> actual = new TreeMap<>();
        for (Map<String, Object> row : query("Figure 4")) {
            actual.put(
                    (String) row.get("type"),
                    List.of(
                            row.get("read_only"),
                            row.get("read_and_written"),
                            row.get("written_only"),
                            row.get("read"),
                            row.get("written")));
        }
        assertThat(actual).isEqualTo(expected).containsKeys("WAL", "other", "hbase:meta/info", "MessageMeta");
    }

    @Test
    void figure6IsEqual() throws Exception {
        Map<String, Map<Long, Double>> lines = new TreeMap<>();
        Map<String, Long> created = new TreeMap<>();
        for (Map<String, Object> row : query("Figure 6")) {
            String sizeClass = (String) row.get("class");
            created.put(sizeClass, (Long) row.get("created"));
            lines.computeIfAbsent(sizeClass, key -> new TreeMap<>())
                    .put((Long) row.get("life_ns"), (Double) row.get("share"));
        }
        int points = 0;
        for (JsonNode of : figures.at("/lifetimes/classes")) {
            String sizeClass = of.get("class").asText();
            for (JsonNode point : of.get("cdf")) {
                points++;
                assertThat(created).containsEntry(sizeClass, of.get("created").asLong());
                assertThat(lines.get(sizeClass))
                        .containsEntry(point.get(0).asLong(), point.get(1).asDouble());
            }
        }
        assertThat(points).isGreaterThan(20);
    }

    @Test
    void figure7IsEqual() throws Exception {
        JsonNode all = figures.at("/locality/all");
        List<Long> expected = new ArrayList<>();
        for (JsonNode point : all.at("/lines/0/points")) {
            if (point.has("withinNanos")) {
                expected.add(point.get("hits").asLong());
            }
        }
        List<Map<String, Object>> rows = query("Figure 7");
        assertThat(rows).extracting(row -> row.get("hits")).isEqualTo(expected);
        assertThat(rows)
                .extracting(row -> row.get("reads"))
                .containsOnly(all.get("reads").asLong());
        assertThat(new HashSet<>(expected)).hasSizeGreaterThan(2);
    }
}
