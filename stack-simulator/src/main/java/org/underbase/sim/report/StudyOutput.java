package org.underbase.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.page.PageTable;
import org.underbase.operator.page.RunFacts;
import org.underbase.operator.page.TableJson;
import org.underbase.operator.page.TablePage;

/**
 * Output of a study: text, JSON, page.
 *
 * @param title title of the page
 * @param runs results of the runs, at least one, the representative one first
 */
public record StudyOutput(String title, List<RunResult> runs) {
    private static final String SOURCES =
            "Figures of the paper: T. Harter et al., &ldquo;Analysis of HDFS Under HBase: A Facebook Messages Case"
                    + " Study&rdquo;, FAST 2014. Simulated values of an input with the paper&rsquo;s marginals are no"
                    + " reproduction of its trace.";

    /** Returns the text for a terminal. */
    public String text() {
        if (runs.size() == 1) {
            return runs.get(0).text();
        }
        return "means of " + runs.size() + " runs: " + names() + "; in parentheses the least and the largest value\n"
                + text(Spread.of(runs));
    }

    /** Returns the text of tables. */
    public static String text(List<PageTable> tables) {
        StringBuilder text = new StringBuilder();
        for (PageTable table : tables) {
            text.append('\n').append(table.title()).append("\n\n").append(table.text());
        }
        return text.toString();
    }

    /** Returns the result of the only run, or those of all runs and their tables. */
    public ObjectNode json() {
        if (runs.size() == 1) {
            return runs.get(0).json();
        }
        ObjectNode root = JsonText.object();
        ArrayNode all = root.putArray("runs");
        for (RunResult run : runs) {
            ObjectNode node = JsonText.object();
            node.put("name", run.name());
            node.setAll(run.json());
            all.add(node);
        }
        ArrayNode tables = root.putArray("tables");
        Spread.of(runs).forEach(table -> tables.add(TableJson.of(table)));
        return root;
    }

    /** Writes the page and its files; returns the path of the page. */
    public Path write(Path directory) throws IOException {
        RunFacts facts = RunFacts.titled(PrintableText.of(title)).with(runs.size() == 1 ? "Run" : "Runs", names());
        for (RunResult run : runs) {
            for (String line : run.head()) {
                facts = facts.with(run.name(), PrintableText.of(line));
            }
        }
        return TablePage.write(facts, Spread.of(runs), SOURCES, json(), directory);
    }

    private String names() {
        return runs.stream().map(run -> PrintableText.of(run.name())).collect(Collectors.joining(", "));
    }
}
