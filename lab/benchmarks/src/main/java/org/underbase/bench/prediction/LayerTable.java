package org.underbase.bench.prediction;

import java.util.EnumMap;
import java.util.List;
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

    private double of(Activity activity, Layer layer) {
        return bytes.getOrDefault(activity, Map.of()).getOrDefault(layer, 0.0);
    }

    /**
     * Returns the bytes of activities, and of all of them together, at each layer.
     *
     * @param activities activities, in order
     */
    Values values(List<Activity> activities) {
        Values values = new Values();
        for (Activity activity : activities) {
            for (Layer layer : Layer.values()) {
                values.put(
                        new Quantity(
                                activity.label() + ", " + layer.label(),
                                Measure.bytes(layer.target()),
                                Optional.of(all(layer))),
                        of(activity, layer));
            }
        }
        for (Layer layer : Layer.values()) {
            values.put(
                    all(layer),
                    bytes.keySet().stream()
                            .mapToDouble(activity -> of(activity, layer))
                            .sum());
        }
        return values;
    }

    private static Quantity all(Layer layer) {
        return new Quantity("all, " + layer.label(), Measure.bytes(layer.target()));
    }
}
