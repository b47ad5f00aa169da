package org.underbase.workload.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.HdrHistogram.Histogram;
import org.underbase.workload.drive.Measurement;

/** Turns what was measured into JSON; times are milliseconds. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The fields that every measurement has. */
    static ObjectNode measurement(String phase, Measurement measured) {
        ObjectNode node = object();
        node.put("phase", phase);
        node.put("end", measured.end().name().toLowerCase(java.util.Locale.ROOT));
        node.put("failure", measured.failure().orElse(null));
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
        ObjectNode node = object();
        boolean any = histogram.getTotalCount() > 0;
        node.put("mean", any ? histogram.getMean() / Numbers.NANOS_PER_MILLI : 0);
        for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
            String name =
                    "p" + (percentile % 1 == 0 ? Integer.toString((int) percentile) : Double.toString(percentile));
            node.put(name, Numbers.millis(histogram.getValueAtPercentile(percentile)));
        }
        return node.put("max", Numbers.millis(histogram.getMaxValue()));
    }

    static String text(ObjectNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of numbers and texts cannot be written", impossible);
        }
    }
}
