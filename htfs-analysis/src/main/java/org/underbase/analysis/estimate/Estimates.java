package org.underbase.analysis.estimate;

import java.util.List;
import java.util.Optional;

/**
 * Estimates for all files.
 *
 * @param fraction fraction of the files whose calls were recorded; 1 for all
 * @param files number of recorded files with calls
 * @param numbers the estimates
 * @param reason why a sampled trace has no estimates
 */
public record Estimates(double fraction, long files, List<Estimate> numbers, Optional<String> reason) {
    public Estimates {
        numbers = List.copyOf(numbers);
    }

    /**
     * An estimate.
     *
     * @param name path of the number in the JSON output, with {@code FIELD=VALUE} for an element of an array
     * @param share whether the number is a ratio; its unit is bytes or calls otherwise
     * @param value the estimate
     * @param low lower bound of the 95% interval
     * @param high upper bound
     */
    public record Estimate(String name, boolean share, double value, double low, double high) {}
}
