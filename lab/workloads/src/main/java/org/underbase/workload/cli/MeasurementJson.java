package org.underbase.workload.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.underbase.operator.output.JsonText;
import org.underbase.workload.drive.Measurement;

/** JSON of a {@link Measurement}: the fields that every phase has. Names state the unit. */
final class MeasurementJson {
    private MeasurementJson() {}

    /**
     * Converts a measurement.
     *
     * @param phase name of the phase, such as {@code run}
     * @param measured result of the phase
     * @return a new object, to which a command adds its own fields
     */
    static ObjectNode of(String phase, Measurement measured) {
        ObjectNode node = JsonText.object();
        node.put("phase", phase);
        node.put("end", measured.end().name().toLowerCase(Locale.ROOT));
        JsonText.put(node, "failure", measured.failure());
        node.put("elapsedSeconds", measured.elapsed().toNanos() / 1e9);
        node.put("operations", measured.operations());
        node.put("errors", measured.errors());
        node.put("operationsPerSecond", measured.perSecond());
        node.put("overdue", measured.overdue());
        node.set("latencyMillis", latency(measured.latency()));
        node.set("serviceMillis", latency(measured.service()));
        ObjectNode types = node.putObject("types");
        for (Measurement.Type type : measured.types()) {
            ObjectNode entry = types.putObject(type.name());
            entry.put("count", type.count());
            entry.put("errors", type.errors());
            entry.set("latencyMillis", latency(type.latency()));
        }
        return node;
    }

    private static ObjectNode latency(Histogram histogram) {
        ObjectNode node = JsonText.object();
        boolean any = histogram.getTotalCount() > 0;
        node.put("mean", any ? histogram.getMean() / LatencyTable.NANOS_PER_MILLI : 0);
        for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
            String name =
                    "p" + (percentile % 1 == 0 ? Integer.toString((int) percentile) : Double.toString(percentile));
            node.put(name, LatencyTable.millis(histogram.getValueAtPercentile(percentile)));
        }
        return node.put("max", LatencyTable.millis(histogram.getMaxValue()));
    }
}
