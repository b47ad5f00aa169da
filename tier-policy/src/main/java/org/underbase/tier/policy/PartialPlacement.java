package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.List;

/** Placement of one block in progress: its present replicas, those placed so far, and the counts still needed. */
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
     * Creates a placement.
     *
     * @param wanted wanted counts of the block
     * @param present present replicas
     * @param count number of replicas to place
     * @param asked number of replicas to place if there were enough nodes; replicas beyond {@code wanted} belong where
     *     {@link TierCounts#fit} puts them
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

    /** Removes all placed replicas. */
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

    /** Returns the number of present and placed replicas. */
    int size() {
        return locations.size();
    }

    ReplicaLocation location(int index) {
        return locations.get(index);
    }

    /** Whether a replica is on a tier that did not need it. */
    boolean stray(int index) {
        return strays[index];
    }

    /** Returns the placed replicas, in order. */
    List<ReplicaLocation> placed() {
        return locations.subList(present, locations.size());
    }

    int present() {
        return present;
    }

    /** Returns the number of replicas still to place. */
    int left() {
        return present + count - locations.size();
    }

    int tiers() {
        return need.length;
    }

    /** Returns the number of replicas that a tier still needs; {@link TierNames#UNKNOWN} stands for any. */
    int need(int tier) {
        return tier == TierNames.UNKNOWN ? any : need[tier];
    }

    /** Returns the number of replicas that all tiers still need. */
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

    /** Whether there are replicas and all are on one rack. */
    boolean inOneRack() {
        for (int i = 1; i < locations.size(); i++) {
            if (!locations.get(i).rack().equals(locations.get(0).rack())) {
                return false;
            }
        }
        return !locations.isEmpty();
    }
}
