package org.underbase.tier.policy;

/**
 * The file with the fewest reads, weighted by their age, goes first. Unlike with {@link LeastRecentlyUsed}, a file that is read
 * once, as by a scan, does not displace files that are read often.
 */
public final class LeastHeat implements DemotionOrder {
    /** With less, each read of one of two files of equal heat would let it displace the other. */
    private static final double MARGIN = 1.25;

    @Override
    public double worth(FileHeat heat, long now) {
        return heat.reads();
    }

    @Override
    public double margin() {
        return MARGIN;
    }
}
