package org.underbase.sim.study;

import java.util.List;

/**
 * Values of a figure.
 *
 * @param name name in the paper
 * @param title contents
 * @param columns names and units of the columns
 * @param rows values of each row
 */
public record Figure(String name, String title, List<String> columns, List<List<Double>> rows) {}
