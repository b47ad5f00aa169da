package org.underbase.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.underbase.htfs.format.Call;

/** Numbers of a result's JSON. A number that is missing is {@code NaN}. One instance per headline number. */
final class ResultNumbers {
    private static final double SECOND = 1e9;

    private final JsonNode result;
    private Optional<String> missing = Optional.empty();

    ResultNumbers(JsonNode result) {
        this.result = result;
    }

    /** Returns the reason why a number was not available, if it is known. */
    Optional<String> missing() {
        return missing;
    }

    private JsonNode at(String pointer) {
        JsonNode node = result;
        for (String name : pointer.substring(1).split("/", -1)) {
            node = node.isArray() ? node.path(Integer.parseInt(name)) : node.path(name);
            if (node.path("notAvailable").isTextual()) {
                missing = Optional.of(node.path("notAvailable").asText());
            }
        }
        return node;
    }

    /** Returns the number at a JSON pointer. */
    double number(String pointer) {
        JsonNode node = at(pointer);
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    /** Returns the number of a field of an object whose count is positive; {@code NaN} if it is 0. */
    double quantile(String pointer, String count, String field) {
        return number(pointer + "/" + count) == 0 ? Double.NaN : number(pointer + "/" + field);
    }

    /** Returns the number of a field of the element of an array that has a value in another field. */
    double element(String array, String field, String value, String number) {
        for (JsonNode element : at(array)) {
            if (element.path(field).asText().equals(value)) {
                JsonNode node = element.path(number);
                return node.isNumber() ? node.asDouble() : Double.NaN;
            }
        }
        return Double.NaN;
    }

    /** Returns the sum of a field over an array. */
    double sum(String array, String number) {
        JsonNode elements = at(array);
        double sum = elements.isArray() ? 0 : Double.NaN;
        for (JsonNode element : elements) {
            sum += element.path(number).asDouble();
        }
        return sum;
    }

    /** Returns the number of calls of some kinds. */
    double calls(Predicate<Call> of) {
        double sum = 0;
        for (Call call : Call.values()) {
            double count = of.test(call) ? element("/summary/calls", "call", call.label(), "count") : 0;
            sum += Double.isNaN(count) ? 0 : count;
        }
        return sum;
    }

    /** Returns the bytes that I/O of a layer touched. */
    double touched(String layer) {
        String bar = "/touchedData/" + layer;
        return number(bar + "/readOnly") + number(bar + "/readAndWritten") + number(bar + "/writtenOnly");
    }

    /** Returns the time of the trace in seconds, times the number of its hosts. */
    double hostSeconds() {
        Set<String> hosts = new HashSet<>();
        at("/summary/processes")
                .forEach(process -> hosts.add(process.path("host").asText()));
        return hosts.size() * (number("/summary/lastNanos") - number("/summary/firstNanos")) / SECOND;
    }

    /** Returns the share of the created small files that ended within a time. */
    double smallEnded(double nanos) {
        for (JsonNode of : at("/lifetimes/classes")) {
            if (of.path("class").asText().equals("small") && of.path("created").asLong() > 0) {
                double share = 0;
                for (JsonNode point : of.path("cdf")) {
                    share = point.path(0).asDouble() <= nanos ? point.path(1).asDouble() : share;
                }
                return share;
            }
        }
        return Double.NaN;
    }

    /** Returns the number of bytes in a class of data by its number of reads. */
    double heat(String reads, String number) {
        return element("/heat/all", "reads", reads, number);
    }

    /** Returns the share of the reads with a near read within a time. */
    double near(int line, long nanos) {
        String withinNanos = Long.toString(nanos);
        return element("/locality/all/lines/" + line + "/points", "withinNanos", withinNanos, "hits")
                / number("/locality/all/reads");
    }
}
