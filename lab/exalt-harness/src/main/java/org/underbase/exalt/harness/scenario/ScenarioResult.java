package org.underbase.exalt.harness.scenario;

import java.util.List;

/**
 * Result of a scenario.
 *
 * @param name name of the scenario
 * @param question description of the measurement
 * @param heads heads of the table's columns, unique
 * @param rows rows of the table
 * @param verdict conclusion in one or few sentences
 * @param warnings errors, and resources of the machine that were exhausted
 */
public record ScenarioResult(
        String name,
        String question,
        List<String> heads,
        List<List<String>> rows,
        String verdict,
        List<String> warnings) {}
