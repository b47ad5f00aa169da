package org.underbase.tier.policy;

/**
 * What is known of a file's use.
 *
 * @param lastRead milliseconds since 1970 of the last read that is known of, 0 for none
 * @param lastChanged milliseconds since 1970 of the last change
 * @param reads how many reads are remembered
 * @param length bytes
 */
public record FileHeat(long lastRead, long lastChanged, long reads, long length) {}
