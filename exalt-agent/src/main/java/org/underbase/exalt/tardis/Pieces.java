package org.underbase.exalt.tardis;

/**
 * What some bytes are made of, piece by piece in their order.
 *
 * @param <X> what it may throw
 */
public interface Pieces<X extends Exception> {
    /**
     * Bytes of no sequence.
     *
     * @param from index of the first
     * @param length how many, at least one
     */
    void raw(int from, int length) throws X;

    /**
     * Bytes of one sequence, each the successor of the one before.
     *
     * @param from index of the first
     * @param length how many
     * @param form of the sequence
     * @param phase index of the first byte in its unit
     * @param marker of that unit
     */
    void run(int from, int length, Form form, int phase, int marker) throws X;
}
