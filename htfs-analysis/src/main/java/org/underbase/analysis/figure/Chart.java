package org.underbase.analysis.figure;

import java.util.function.Function;

/**
 * A chart of the report. The script that draws it is the resource {@code <id>.js} in the package of its figure; it calls
 * {@code figure(id, title, options)} and may use every function of {@code report.js}.
 *
 * @param id ID of the chart in the page, unique among all charts
 * @param position position in the page, ascending
 * @param caption one sentence that states the main finding next to the paper's value
 */
public record Chart(String id, int position, Function<Figures, String> caption) {}
