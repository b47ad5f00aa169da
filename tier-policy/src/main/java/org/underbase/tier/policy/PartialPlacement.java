package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.List;

/** The replicas of one block, those it has and those placed so far, and what it still wants. */
final class PartialPlacement {
    private final TierCounts wanted;
    private final int count;
    private final int asked;
    private final int present;
    private final List<ReplicaLocation> locations;
    private final boolean[] strays;
    private final int[] need;
    private int any;
    private int missing;

    /**
     * @param count replicas to place
     * @param asked replicas that should be placed if there were nodes for all; when that is more than {@code wanted} lacks,
     *     the rest belongs where {@link TierCounts#fit} puts it
     */
    PartialPlacement(TierCounts wanted, List<ReplicaLocation> present, int count, int asked) {
        this.wanted = wanted;
        this.count = count;
        this.asked = asked;
        this.present = present.size();
        this.locations = new ArrayList<>(this.present + count);
        this.strays = new boolean[this.present + count];
        this.need = new int[wanted.tiers()];
        start(present);
    }

    /** Forgets every replica placed. */
    void reset() {
        start(List.copyOf(locations.subList(0, present)));
    }

    private void start(List<ReplicaLocation> held) {
        locations.clear();
        for (int tier = 0; tier < need.length; tier++) {
            need[tier] = wanted.of(tier);
        }
        any = wanted.any();
        missing = wanted.sum();
        for (ReplicaLocation location : held) {
            add(location);
        }
        int more = asked - missing;
        if (more > 0) {
            int tier = wanted.surplusTier();
            any += tier == TierNames.UNKNOWN ? more : 0;
            if (tier != TierNames.UNKNOWN) {
                need[tier] += more;
            }
            missing += more;
        }
    }

    void add(ReplicaLocation location) {
        int tier = location.tier();
        boolean wantedThere = tier != TierNames.UNKNOWN && need[tier] > 0;
        boolean stray = !wantedThere && any == 0;
        if (wantedThere) {
            need[tier]--;
        } else if (!stray) {
            any--;
        }
        missing -= stray ? 0 : 1;
        strays[locations.size()] = stray;
        locations.add(location);
    }

    /** Replicas, present and placed. */
    int size() {
        return locations.size();
    }

    ReplicaLocation location(int index) {
        return locations.get(index);
    }

    /** Whether the replica is on a tier that did not want it. */
    boolean stray(int index) {
        return strays[index];
    }

    /** Those placed, in order. */
    List<ReplicaLocation> placed() {
        return locations.subList(present, locations.size());
    }

    int present() {
        return present;
    }

    /** How many are to be placed yet. */
    int left() {
        return present + count - locations.size();
    }

    int tiers() {
        return need.length;
    }

    /** How many a tier still wants; {@link TierNames#UNKNOWN} stands for any. */
    int need(int tier) {
        return tier == TierNames.UNKNOWN ? any : need[tier];
    }

    /** How many all tiers still want together. */
    int missing() {
        return missing;
    }

    boolean uses(String host) {
        for (int i = 0; i < locations.size(); i++) {
            if (locations.get(i).host().equals(host)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is a replica, and all are in the rack of the first. */
    boolean inOneRack() {
        for (int i = 1; i < locations.size(); i++) {
            if (!locations.get(i).rack().equals(locations.get(0).rack())) {
                return false;
            }
        }
        return !locations.isEmpty();
    }
}
