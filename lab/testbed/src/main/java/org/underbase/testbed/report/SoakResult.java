package org.underbase.testbed.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a soak tried and found.
 *
 * @param passed whether nothing was found
 * @param figures names and values for the last line, in order; a value has no blank
 * @param detail lines for a person: what failed and how to see it again; empty when there is nothing to say
 */
public record SoakResult(boolean passed, Map<String, String> figures, String detail) {
    public SoakResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}
