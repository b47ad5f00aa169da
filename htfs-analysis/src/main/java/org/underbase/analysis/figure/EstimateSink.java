package org.underbase.analysis.figure;

/**
 * Receiver of the numbers of a result that can be estimated for all files from some of them. A name is the path of the number
 * in the JSON output, with {@code FIELD=VALUE} for an element of an array.
 */
public interface EstimateSink {
    /** Adds a number that is the sum of those of the files. */
    void total(String name, long value);

    /** Adds the share of one such number in another one. */
    void ratio(String name, long part, long whole);
}
