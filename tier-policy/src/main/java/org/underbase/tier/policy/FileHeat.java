package org.underbase.tier.policy;

/**
 * Known usage of a file.
 *
 * @param lastRead time of the last known read, in milliseconds since 1970; 0 for none
 * @param lastChanged time of the last change, in milliseconds since 1970
 * @param reads number of remembered reads
 * @param length length in bytes
 */
public record FileHeat(long lastRead, long lastChanged, long reads, long length) {}
