package org.underbase.testbed.report;

/**
 * Published value of a measured quantity.
 *
 * @param quantity name of the measured quantity
 * @param value value or statement of the publication
 */
public record Published(String quantity, String value) {}
