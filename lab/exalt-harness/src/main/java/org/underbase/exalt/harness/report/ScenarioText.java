package org.underbase.exalt.harness.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.underbase.exalt.harness.scenario.ScenarioResult;
import org.underbase.testbed.cli.Table;

/** A scenario's result for people and for programs. */
public final class ScenarioText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ScenarioText() {}

    /**
     * The question, the table, the verdict, warnings.
     *
     * @param result of a scenario
     * @return some lines
     */
    public static String of(ScenarioResult result) {
        Table table = new Table(result.heads().toArray(String[]::new));
        result.rows().forEach(row -> table.row(row.toArray(String[]::new)));
        StringBuilder text = new StringBuilder(result.question()).append("\n\n").append(table);
        text.append("\n").append(result.verdict()).append("\n");
        result.warnings()
                .forEach(warning -> text.append("WARNING: ").append(warning).append('\n'));
        return text.toString();
    }

    /**
     * The same as JSON; the numbers are texts, as in the table.
     *
     * @param result of a scenario
     * @return an object over some lines
     */
    public static String json(ScenarioResult result) {
        ObjectNode root = JSON.createObjectNode();
        root.put("name", result.name());
        root.put("question", result.question());
        ArrayNode rows = root.putArray("rows");
        for (List<String> row : result.rows()) {
            ObjectNode object = rows.addObject();
            for (int i = 0; i < row.size(); i++) {
                object.put(result.heads().get(i), row.get(i));
            }
        }
        root.put("verdict", result.verdict());
        root.set("warnings", JSON.valueToTree(result.warnings()));
        return RunJson.text(root);
    }
}
