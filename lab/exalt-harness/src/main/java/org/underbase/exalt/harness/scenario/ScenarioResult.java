package org.underbase.exalt.harness.scenario;

import java.util.List;

/**
 * What a scenario measured.
 *
 * @param name of it
 * @param question it asked
 * @param heads of the columns
 * @param rows of the table
 * @param verdict what follows, one sentence
 * @param warnings where the machine was the limit
 */
public record ScenarioResult(
        String name,
        String question,
        List<String> heads,
        List<List<String>> rows,
        String verdict,
        List<String> warnings) {}
