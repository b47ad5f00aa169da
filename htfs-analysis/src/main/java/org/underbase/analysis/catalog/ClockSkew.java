package org.underbase.analysis.catalog;

/**
 * Difference between the clocks of two hosts: a call on one used a file before another one created it, or after another one
 * deleted it.
 *
 * @param behind host whose clock is behind
 * @param ahead the other host
 * @param nanos the least difference that explains the calls, in nanoseconds
 */
public record ClockSkew(String behind, String ahead, long nanos) {}
