package org.underbase.exalt.tardis;

/**
 * Receiver of the tokens that bytes consist of, in order.
 *
 * @param <X> exception of the receiver
 */
public interface Tokens<X extends Exception> {
    /**
     * Receives bytes that belong to no sequence.
     *
     * @param from index of the first byte
     * @param length number of bytes, at least 1
     */
    void raw(int from, int length) throws X;

    /**
     * Receives a run of a sequence.
     *
     * @param from index of the first byte
     * @param length number of bytes
     * @param form format of the units
     * @param phase index of the first byte within its unit
     * @param marker marker of that unit
     */
    void run(int from, int length, Form form, int phase, int marker) throws X;
}
