package org.underbase.analysis.operator;

import java.util.Comparator;

/**
 * Traced process.
 *
 * @param host host name
 * @param process {@code pid@start}, unique on its host
 */
public record ProcessKey(String host, String process) implements Comparable<ProcessKey> {
    private static final Comparator<ProcessKey> ORDER =
            Comparator.comparing(ProcessKey::host).thenComparing(ProcessKey::process);

    @Override
    public int compareTo(ProcessKey other) {
        return ORDER.compare(this, other);
    }
}
