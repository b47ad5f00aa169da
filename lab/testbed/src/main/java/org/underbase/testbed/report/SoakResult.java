package org.underbase.testbed.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Result of a soak.
 *
 * @param passed whether the soak found no failure
 * @param metrics names and values of the last line, in order; a value contains no blank
 * @param detail human-readable lines: each failure and how to reproduce it; may be empty
 */
public record SoakResult(boolean passed, Map<String, String> metrics, String detail) {
    /** Copies the metrics. */
    public SoakResult {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }
}
