package org.underbase.bench.prediction;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.underbase.htfs.format.Activity;
import org.underbase.sim.layer.Layer;

/** Bytes by activity and layer. Not thread-safe. */
final class LayerTable {
    private final Map<Activity, Map<Layer, Double>> bytes = new EnumMap<>(Activity.class);

    void add(Activity activity, Map<Layer, Double> more) {
        Map<Layer, Double> sums = bytes.computeIfAbsent(activity, any -> new EnumMap<>(Layer.class));
        more.forEach((layer, value) -> sums.merge(layer, value, Double::sum));
    }

    /** Returns the bytes of an activity, or of all activities if it is empty. */
    double of(Optional<Activity> activity, Layer layer) {
        return activity.isPresent()
                ? bytes.getOrDefault(activity.get(), Map.of()).getOrDefault(layer, 0.0)
                : bytes.values().stream()
                        .mapToDouble(layers -> layers.getOrDefault(layer, 0.0))
                        .sum();
    }

    /** Returns a copy for JSON. */
    Map<String, Map<String, Double>> json() {
        Map<String, Map<String, Double>> copy = new LinkedHashMap<>();
        bytes.forEach((activity, layers) -> {
            Map<String, Double> named = new LinkedHashMap<>();
            layers.forEach((layer, value) -> named.put(layer.label(), value));
            copy.put(activity.label(), named);
        });
        return copy;
    }
}
