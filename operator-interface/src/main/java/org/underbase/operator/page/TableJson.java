package org.underbase.operator.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.underbase.operator.output.JsonText;

/** JSON of tables. Unknown numbers are null. */
public final class TableJson {
    private TableJson() {}

    /** Returns a table as JSON. */
    public static ObjectNode of(PageTable table) {
        ObjectNode node = JsonText.object();
        node.put("id", table.id()).put("where", table.where());
        node.put("title", table.title()).put("caption", table.caption());
        table.columns().forEach(node.putArray("columns")::add);
        node.put("keys", table.keys());
        node.set("rows", rows(table.rows()));
        node.set("low", rows(table.low()));
        node.set("high", rows(table.high()));
        table.chart().ifPresent(chart -> node.putObject("chart")
                .put("kind", chart.kind().name().toLowerCase(Locale.ROOT))
                .put("from", chart.from())
                .put("to", chart.to())
                .put("error", chart.error())
                .put("group", chart.group())
                .put("unit", chart.unit()));
        return node;
    }

    private static ArrayNode rows(List<List<Object>> rows) {
        ArrayNode array = JsonText.array();
        for (List<Object> row : rows) {
            ArrayNode cells = array.addArray();
            for (Object value : row) {
                if (!(value instanceof Double number)) {
                    cells.add(value.toString());
                } else if (Double.isNaN(number)) {
                    cells.addNull();
                } else {
                    cells.add(number);
                }
            }
        }
        return array;
    }

    /** Reads a table that {@link #of} has written. */
    public static PageTable parse(JsonNode node) {
        List<String> columns = new ArrayList<>();
        node.path("columns").forEach(column -> columns.add(column.asText()));
        return new PageTable(
                node.path("id").asText(),
                node.path("where").asText(),
                node.path("title").asText(),
                node.path("caption").asText(),
                columns,
                node.path("keys").asInt(),
                cells(node.path("rows")),
                cells(node.path("low")),
                cells(node.path("high")),
                chart(node.path("chart")));
    }

    private static List<List<Object>> cells(JsonNode rows) {
        List<List<Object>> all = new ArrayList<>();
        for (JsonNode row : rows) {
            List<Object> cells = new ArrayList<>();
            for (JsonNode cell : row) {
                cells.add(cell.isTextual() ? cell.asText() : (Object) cell.asDouble(Double.NaN));
            }
            all.add(cells);
        }
        return all;
    }

    private static Optional<Chart> chart(JsonNode chart) {
        if (chart.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(new Chart(
                Chart.Kind.valueOf(chart.path("kind").asText().toUpperCase(Locale.ROOT)),
                chart.path("from").asInt(),
                chart.path("to").asInt(),
                chart.path("error").asInt(),
                chart.path("group").asInt(),
                chart.path("unit").asText()));
    }
}
