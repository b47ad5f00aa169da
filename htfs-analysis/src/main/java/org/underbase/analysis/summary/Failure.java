package org.underbase.analysis.summary;

import java.util.Comparator;
import org.underbase.htfs.format.Call;

/**
 * A way in which calls failed.
 *
 * @param exception the class name
 */
public record Failure(Call call, String exception) implements Comparable<Failure> {
    private static final Comparator<Failure> ORDER =
            Comparator.comparing(Failure::call).thenComparing(Failure::exception);

    @Override
    public int compareTo(Failure other) {
        return ORDER.compare(this, other);
    }
}
