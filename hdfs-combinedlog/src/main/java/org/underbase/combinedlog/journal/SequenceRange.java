package org.underbase.combinedlog.journal;

/**
 * Range of sequences.
 *
 * @param first first sequence
 * @param last last sequence
 */
public record SequenceRange(long first, long last) {
    boolean overlaps(SequenceRange other) {
        return first <= other.last && other.first <= last;
    }
}
