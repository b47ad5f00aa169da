package org.underbase.testbed.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Collects what the parts of a benchmark measure, run by run. What is said of one quantity under the same name makes one
 * line of the table; lines stand in the order in which they were begun. Not thread-safe.
 */
public final class Measurements {
    private final Map<String, List<Double>> measured = new HashMap<>();
    private final Map<String, List<Pair>> compared = new HashMap<>();
    private final Map<String, String> units = new LinkedHashMap<>();
    private final Map<String, String> quoted = new HashMap<>();
    private final Set<String> gains = new HashSet<>();
    private final List<String> notes = new ArrayList<>();

    /** One more run of a quantity that has no stock to stand beside. */
    public void measured(String what, String unit, double value) {
        begin(what, unit);
        measured.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
    }

    /** One more run of ours and stock. */
    public void compared(String what, String unit, Pair pair) {
        begin(what, unit);
        compared.computeIfAbsent(what, key -> new ArrayList<>()).add(pair);
    }

    private void begin(String what, String unit) {
        String known = units.putIfAbsent(what, unit);
        if (known != null && !known.equals(unit)) {
            throw new IllegalArgumentException(what + " is in " + known + ", not in " + unit);
        }
    }

    /** Makes the median of a quantity, or the median of its ratios, the figure {@code key} of the last line. */
    public void quote(String key, String what) {
        quoted.put(key, what);
    }

    /** Makes the median of stock over ours the figure {@code key}: of a latency, how many times lower ours is. */
    public void quoteGain(String key, String what) {
        quote(key, what);
        gains.add(key);
    }

    /** Adds a sentence that a reader must know to judge the figures. */
    public void note(String sentence) {
        notes.add(sentence);
    }

    /** A figure of the last line; empty when what it quotes was not measured. */
    public Metric figure(String key, int decimals, Target target) {
        String what = quoted.getOrDefault(key, "");
        OptionalDouble value = units.containsKey(what)
                ? OptionalDouble.of(
                        series(what) instanceof Series.Compared both
                                ? (gains.contains(key) ? both.gain() : both.ratio()).median()
                                : Stats.of(measured.get(what)).median())
                : OptionalDouble.empty();
        return new Metric(key, value, decimals, target);
    }

    /** All of it, with {@code figures} as the last line. */
    public Report report(String name, List<Metric> figures) {
        return new Report(name, units.keySet().stream().map(this::series).toList(), figures, notes);
    }

    private Series series(String what) {
        return compared.containsKey(what)
                ? new Series.Compared(what, units.get(what), compared.get(what))
                : new Series.Measured(what, units.get(what), measured.get(what));
    }
}
