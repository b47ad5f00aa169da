package org.underbase.tier.policy;

/**
 * Known usage of a file.
 *
 * @param lastRead time of the last known read, in milliseconds since 1970; 0 for none
 * @param lastChanged time of the last change, in milliseconds since 1970
 * @param reads number of reads, weighted by their age
 * @param length length in bytes
 */
public record FileHeat(long lastRead, long lastChanged, double reads, long length) {
    /**
     * Combines the remembered reads of a file with its times. The last change counts as a read, so that a new file is not the
     * coldest. Without remembered reads, as after a restart, the access time counts as a read.
     *
     * @param known remembered reads
     * @param accessTime access time, in milliseconds since 1970; 0 if unknown
     * @param lastChanged time of the last change, in milliseconds since 1970
     * @param length length in bytes
     * @param now current time, in milliseconds since 1970
     * @param halfLife half-life of reads, in milliseconds
     */
    public static FileHeat of(
            DecayedReads known, long accessTime, long lastChanged, long length, long now, long halfLife) {
        DecayedReads reads = known.at() == 0 && accessTime > lastChanged ? new DecayedReads(1, accessTime) : known;
        return new FileHeat(
                Math.max(accessTime, known.at()),
                lastChanged,
                reads.at(now, halfLife) + new DecayedReads(1, lastChanged).at(now, halfLife),
                length);
    }
}
