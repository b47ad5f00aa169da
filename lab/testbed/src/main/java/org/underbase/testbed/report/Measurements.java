package org.underbase.testbed.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measurements that the parts of a benchmark add run by run. All measurements with the same name form one row of the table;
 * rows keep the order of their first measurement. Not thread-safe.
 */
public final class Measurements {
    private final Map<String, List<Double>> measured = new HashMap<>();
    private final Map<String, List<Pair>> compared = new HashMap<>();
    private final Map<String, String> units = new LinkedHashMap<>();
    private final Map<String, String> quoted = new HashMap<>();
    /** Selected statistics of the quoted quantities that stock has as well. */
    private final Map<String, Function<Series.Compared, Stats>> selected = new HashMap<>();

    private final List<Published> published = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * Adds one run of a quantity that stock does not have.
     *
     * @param name name of the quantity
     * @param unit its unit
     * @param value the measurement
     */
    public void measured(String name, String unit, double value) {
        begin(name, unit);
        measured.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /**
     * Adds one run of Underbase and stock.
     *
     * @param name name of the quantity
     * @param unit its unit
     * @param pair the two measurements
     */
    public void compared(String name, String unit, Pair pair) {
        begin(name, unit);
        compared.computeIfAbsent(name, key -> new ArrayList<>()).add(pair);
    }

    /** Returns whether nothing was measured. */
    public boolean isEmpty() {
        return units.isEmpty();
    }

    private void begin(String name, String unit) {
        String known = units.putIfAbsent(name, unit);
        if (known != null && !known.equals(unit)) {
            throw new IllegalArgumentException("unit of " + name + " is " + known + ", not " + unit);
        }
    }

    /**
     * Selects a quantity's median, or the median of its ratios, as a metric of the last line.
     *
     * @param key key of the metric
     * @param name name of the quantity
     */
    public void quote(String key, String name) {
        quote(key, name, Series.Compared::ratio);
    }

    private void quote(String key, String name, Function<Series.Compared, Stats> statistics) {
        quoted.put(key, name);
        selected.put(key, statistics);
    }

    /**
     * Selects the median of stock/Underbase as a metric of the last line: for a latency, the factor by which Underbase is
     * faster.
     *
     * @param key key of the metric
     * @param name name of the quantity
     */
    public void quoteGain(String key, String name) {
        quote(key, name, Series.Compared::gain);
    }

    /**
     * Selects Underbase's median of a quantity that stock has as well as a metric of the last line.
     *
     * @param key key of the metric
     * @param name name of the quantity
     */
    public void quoteUnderbase(String key, String name) {
        quote(key, name, Series.Compared::underbase);
    }

    /**
     * Adds a published value, which the report shows with the median of the quantity, or with the median of its ratios.
     *
     * @param name name of the measured quantity
     * @param value value or statement of the publication
     */
    public void published(String name, String value) {
        Published entry = new Published(name, value);
        if (!published.contains(entry)) {
            published.add(entry);
        }
    }

    /**
     * Adds a fact that a reader needs to interpret the metrics.
     *
     * @param sentence one sentence
     */
    public void note(String sentence) {
        notes.add(sentence);
    }

    /**
     * Creates a metric of the last line; it is unmeasured if the quantity that it quotes is.
     *
     * @param key key of the metric
     * @param decimals digits after the decimal point
     * @param target value to reach
     */
    public Metric metric(String key, int decimals, Target target) {
        String name = quoted.getOrDefault(key, "");
        if (!units.containsKey(name)) {
            return Metric.unmeasured(key, decimals, target);
        }
        Stats stats = series(name) instanceof Series.Compared both
                ? selected.get(key).apply(both)
                : Stats.of(measured.get(name));
        return new Metric(key, stats.median(), decimals, target);
    }

    /**
     * Creates the report of all measurements and notes.
     *
     * @param name name of the benchmark
     * @param metrics metrics of the last line, in order
     */
    public Report report(String name, List<Metric> metrics) {
        return new Report(name, units.keySet().stream().map(this::series).toList(), metrics, published, notes);
    }

    private Series series(String name) {
        return compared.containsKey(name)
                ? new Series.Compared(name, units.get(name), compared.get(name))
                : new Series.Measured(name, units.get(name), measured.get(name));
    }
}
