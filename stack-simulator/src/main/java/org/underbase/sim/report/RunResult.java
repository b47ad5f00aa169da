package org.underbase.sim.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.page.PageTable;
import org.underbase.operator.page.TableJson;

/**
 * Result of one simulation.
 *
 * @param name name of the run
 * @param head facts of the input, one per line
 * @param text result for a terminal
 * @param tables tables of the page
 * @param json result as {@code --json} prints it
 */
public record RunResult(String name, List<String> head, String text, List<PageTable> tables, ObjectNode json) {
    /** Returns everything as JSON. */
    public ObjectNode toJson() {
        ObjectNode node = JsonText.object();
        node.put("name", name);
        head.forEach(node.putArray("head")::add);
        node.put("text", text);
        tables.forEach(table -> node.withArray("tables").add(TableJson.of(table)));
        node.set("json", json);
        return node;
    }

    /** Reads a result that {@link #toJson} has written. */
    public static RunResult parse(JsonNode node) {
        List<String> head = new ArrayList<>();
        node.path("head").forEach(line -> head.add(line.asText()));
        List<PageTable> tables = new ArrayList<>();
        node.path("tables").forEach(table -> tables.add(TableJson.parse(table)));
        return new RunResult(
                node.path("name").asText(), head, node.path("text").asText(), tables, (ObjectNode) node.path("json"));
    }
}
