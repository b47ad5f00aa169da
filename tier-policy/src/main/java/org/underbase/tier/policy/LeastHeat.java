package org.underbase.tier.policy;

/**
 * The file with the fewest reads, weighted by their age, goes first. Unlike with {@link LeastRecentlyUsed}, a file that is read
 * once, as by a scan, does not displace files that are read often.
 */
public final class LeastHeat implements DemotionOrder {
    @Override
    public double worth(FileHeat heat, long now) {
        return heat.reads();
    }
}
