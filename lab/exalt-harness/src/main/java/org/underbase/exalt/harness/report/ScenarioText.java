package org.underbase.exalt.harness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.underbase.exalt.harness.scenario.ScenarioResult;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.TextTable;

/** Human-readable and JSON forms of a scenario's result. */
public final class ScenarioText {
    private ScenarioText() {}

    /**
     * Formats a result: question, table, verdict and warnings.
     *
     * @param result result of a scenario
     * @return text of some lines
     */
    public static String of(ScenarioResult result) {
        TextTable table = new TextTable(result.heads().toArray(String[]::new));
        result.rows().forEach(row -> table.row(row.toArray(String[]::new)));
        StringBuilder text = new StringBuilder(result.question()).append("\n\n").append(table);
        text.append("\n").append(result.verdict()).append("\n");
        result.warnings()
                .forEach(warning -> text.append("WARNING: ").append(warning).append('\n'));
        return text.toString();
    }

    /**
     * Formats a result as JSON; numbers are texts as in the table, column names are camelCase.
     *
     * @param result result of a scenario
     * @return indented JSON object
     */
    public static String json(ScenarioResult result) {
        ObjectNode root = JsonText.object();
        root.put("name", result.name());
        root.put("question", result.question());
        ArrayNode rows = root.putArray("rows");
        for (List<String> row : result.rows()) {
            ObjectNode object = rows.addObject();
            for (int i = 0; i < row.size(); i++) {
                object.put(JsonId.of(result.heads().get(i)), row.get(i));
            }
        }
        root.put("verdict", result.verdict());
        root.putPOJO("warnings", result.warnings());
        return JsonText.of(root);
    }
}
