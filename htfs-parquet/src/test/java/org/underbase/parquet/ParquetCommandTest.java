package org.underbase.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.parquet.cli.ParquetCommand;
import picocli.CommandLine;

class ParquetCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private Path trace;
    private long events;

    @BeforeEach
    void writeTrace() throws IOException {
        trace = directory.resolve("trace");
        events = WrittenTrace.write(trace, 5);
    }

    private int export(String name, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("-o", directory.resolve(name).toString()));
        arguments.addAll(List.of("--tmp", directory.resolve("tmp").toString(), trace.toString()));
        arguments.addAll(List.of(options));
        return new CommandLine(new ParquetCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    err.append(e.getMessage());
                    return 1;
                })
                .execute(arguments.toArray(String[]::new));
    }

    private List<Path> filesIn(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.map(Path::getFileName).sorted().toList();
        }
    }

    private long count(String sql) throws SQLException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet result = statement.executeQuery(sql.replace("DIR", directory.toString()))) {
            result.next();
            return result.getLong(1);
        }
    }

    @Test
    void theLimitOfMemoryHasNoEffectOnTheTables() throws IOException {
        assertThat(export("whole")).as(err.toString()).isZero();
        // Runs of some 40 rows, so that runs of runs are merged.
        assertThat(export("spilled", "--memory", "10k", "--threads", "1"))
                .as(err.toString())
                .isZero();
        for (String table : List.of("events.parquet", "files.parquet")) {
            assertThat(directory.resolve("spilled").resolve(table))
                    .hasSameBinaryContentAs(directory.resolve("whole").resolve(table));
        }
        assertThat(filesIn("tmp")).isEmpty();
    }

    @Test
    void theTablesContainEachEventInTheOrder() throws SQLException {
        assertThat(export("file")).isZero();
        assertThat(export("time", "--order", "time")).isZero();
        String unsorted = "SELECT count(*) FROM (SELECT %s < lag(%1$s) OVER (ORDER BY file_row_number) AS wrong FROM"
                + " read_parquet('DIR/%s/events.parquet', file_row_number = true)) WHERE wrong";
        assertThat(count(String.format(unsorted, "start_ns", "time"))).isZero();
        assertThat(count(String.format(unsorted, "(coalesce(file_key, -1), start_ns)", "file")))
                .isZero();
        assertThat(count("SELECT count(*) FROM 'DIR/time/events.parquet'")).isEqualTo(events);
        assertThat(count("SELECT count(*) FROM (SELECT * FROM 'DIR/time/events.parquet' EXCEPT ALL SELECT * FROM"
                        + " 'DIR/file/events.parquet')"))
                .isZero();
        assertThat(out.toString()).contains(String.format("events.parquet: %,d events", events));
    }

    @Test
    void theFilesExplainTheEvents() throws SQLException {
        assertThat(export("tables")).isZero();
        String join = " FROM 'DIR/tables/events.parquet' e JOIN 'DIR/tables/files.parquet' f USING (file_key) ";
        assertThat(count("SELECT count(*)" + join + "WHERE e.type <> f.type OR e.namespace <> f.namespace"))
                .isZero();
        assertThat(count("SELECT count(*)" + join + "WHERE e.path IN (f.first_path, f.last_path)"))
                .isGreaterThan(events / 2);
        assertThat(count(
                        "SELECT count(*) FROM 'DIR/tables/files.parquet' WHERE ec = '6-3-1048576' AND size = 13000000"))
                .isEqualTo(1);
        assertThat(count(
                        "SELECT count(*) FROM 'DIR/tables/files.parquet' WHERE first_path = '/before' AND created_ns IS"
                                + " NULL AND ended_ns IS NULL AND \"end\" = 'alive' AND r = 20 AND w = 0"))
                .isEqualTo(1);
    }

    @Test
    void existingTablesAreReplacedOnRequestOnly() throws IOException {
        assertThat(export("tables")).isZero();
        Path files = directory.resolve("tables/files.parquet");
        Files.writeString(files, "mine");
        assertThat(export("tables")).isEqualTo(1);
        assertThat(err.toString()).contains("events.parquet: the file exists; use --overwrite to replace it");
        assertThat(files).hasContent("mine");
        assertThat(export("tables", "--overwrite")).isZero();
        assertThat(files).isNotEmptyFile().binaryContent().startsWith('P', 'A', 'R', '1');
        assertThat(filesIn("tables")).containsExactly(Path.of("events.parquet"), Path.of("files.parquet"));
    }

    @Test
    void aFailureLeavesNoTable() throws IOException {
        Files.createDirectories(directory.resolve("tables/.events.parquet.tmp/in-the-way"));
        assertThat(export("tables")).isEqualTo(1);
        assertThat(filesIn("tables")).containsExactly(Path.of(".events.parquet.tmp"));
        assertThat(filesIn("tmp")).isEmpty();
    }

    @Test
    void corruptRangesAreReported() throws IOException, SQLException {
        Path segment;
        try (Stream<Path> segments = Files.list(trace)) {
            segment = segments.sorted().findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        assertThat(export("tables")).isZero();
        assertThat(err.toString()).contains("corrupt: " + segment);
        assertThat(count("SELECT count(*) FROM 'DIR/tables/events.parquet'")).isBetween(1L, events - 1);
    }
}
