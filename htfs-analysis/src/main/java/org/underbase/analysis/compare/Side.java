package org.underbase.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One of the two sides of a comparison.
 *
 * @param name trace or result as the user named it
 * @param result JSON of the result
 * @param units sums by unit; empty for the result of an earlier run
 * @param profile facts from the headers; empty for the result of an earlier run
 */
public record Side(String name, JsonNode result, Optional<Units> units, Optional<Profile> profile) {
    /** Creates the side of an earlier run. */
    public static Side ofResult(String name, JsonNode result) {
        return new Side(name, result, Optional.empty(), Optional.empty());
    }

    /** Returns the time from the first call to the end of the last one, in nanoseconds. */
    public long lengthNanos() {
        return number("/summary/lastNanos") - number("/summary/firstNanos");
    }

    private long number(String pointer) {
        return result.at(pointer).asLong();
    }

    SortedSet<String> hosts() {
        SortedSet<String> hosts = new TreeSet<>();
        result.at("/summary/processes")
                .forEach(process -> hosts.add(process.path("host").asText()));
        return hosts;
    }

    double sampledPercent() {
        return 100 * result.at("/trace/sampledFraction").asDouble(1);
    }

    long lostCalls() {
        return number("/trace/droppedEvents");
    }

    long skippedFiles() {
        return result.at("/trace/skippedFiles").size();
    }

    long missingSegments() {
        return result.at("/trace/missingSegments").size();
    }

    long unclosed() {
        return result.at("/trace/unclosed").size();
    }

    long skews() {
        return result.at("/trace/skews").size();
    }

    long corruptRanges() {
        return number("/trace/corruptRangeCount");
    }
}
