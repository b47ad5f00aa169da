package org.underbase.bench.analysis.duckdb;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.underbase.bench.analysis.run.Meter;

/** One measured query: {@code DuckDbMain FIGURE TABLES THREADS MEMORY_MIB DIRECTORY}. */
public final class DuckDbMain {
    private DuckDbMain() {}

    /** Runs the query. */
    public static void main(String[] args) throws IOException, SQLException {
        Path directory = Path.of(args[4]);
        DocumentedQueries queries = DocumentedQueries.load();
        Meter meter = new Meter();
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement()) {
            statement.execute("SET threads = " + Integer.parseInt(args[2]));
            statement.execute("SET memory_limit = '" + Integer.parseInt(args[3]) + "MiB'");
            statement.execute("SET temp_directory = '" + directory.resolve("duckdb") + "'");
            for (String view : queries.views(Path.of(args[1]))) {
                statement.execute(view);
            }
            ArrayNode rows = JsonNodeFactory.instance.arrayNode();
            try (ResultSet result = statement.executeQuery(queries.of(args[0]))) {
                while (result.next()) {
                    add(result, rows.addObject());
                }
            }
            meter.end(directory, rows);
        }
    }

    private static void add(ResultSet result, ObjectNode row) throws SQLException {
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            String name = result.getMetaData().getColumnLabel(i);
            Object value = result.getObject(i);
            if (value instanceof Double number) {
                row.put(name, number);
            } else if (value instanceof Number) {
                row.put(name, result.getLong(i));
            } else {
                row.put(name, String.valueOf(value));
            }
        }
    }
}
