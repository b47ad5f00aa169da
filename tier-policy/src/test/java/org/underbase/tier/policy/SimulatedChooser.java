package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Draws any usable node that matches, as the NameNode does; checks that it is asked as documented. */
final class SimulatedChooser implements PlacementPlanner.RevocableChooser {
    private final List<ReplicaLocation> usable;
    private final Random random;
    private final Set<String> held = new HashSet<>();
    private final List<ReplicaLocation> chosen = new ArrayList<>();
    private int questions;

    SimulatedChooser(List<ReplicaLocation> usable, List<ReplicaLocation> present, Random random) {
        this.usable = usable;
        this.random = random;
        present.forEach(spot -> held.add(spot.host()));
    }

    @Override
    public Optional<ReplicaLocation> choose(Attempt attempt) {
        questions++;
        List<ReplicaLocation> matching = new ArrayList<>();
        for (ReplicaLocation spot : usable) {
            if (attempt.matches(spot) && !held.contains(spot.host())) {
                matching.add(spot);
            }
        }
        if (matching.isEmpty()) {
            return Optional.empty();
        }
        ReplicaLocation spot = matching.get(random.nextInt(matching.size()));
        chosen.add(spot);
        held.add(spot.host());
        return Optional.of(spot);
    }

    @Override
    public void release(ReplicaLocation spot) {
        if (chosen.isEmpty() || !chosen.remove(chosen.size() - 1).equals(spot)) {
            throw new AssertionError(spot + " was not the latest choice");
        }
        held.remove(spot.host());
    }

    /** The same, but it takes nothing back. */
    PlacementPlanner.Chooser firm() {
        return attempt -> choose(attempt);
    }

    /** What was chosen and not taken back. */
    List<ReplicaLocation> chosen() {
        return List.copyOf(chosen);
    }

    int questions() {
        return questions;
    }
}
