package org.underbase.analysis.operator;

import java.util.Comparator;

/**
 * A traced process.
 *
 * @param host the host's name
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
