package org.underbase.tier.policy;

/** The file not used for longest goes first (hatS, section V-H). */
public final class LeastRecentlyUsed implements DemotionOrder {
    @Override
    public double worth(FileHeat heat, long now) {
        return Math.max(heat.lastRead(), heat.lastChanged());
    }
}
