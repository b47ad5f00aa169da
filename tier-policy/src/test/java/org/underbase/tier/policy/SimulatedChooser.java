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
        present.forEach(location -> held.add(location.host()));
    }

    @Override
    public Optional<ReplicaLocation> choose(Attempt attempt) {
        questions++;
        List<ReplicaLocation> matching = new ArrayList<>();
        for (ReplicaLocation location : usable) {
            if (attempt.matches(location) && !held.contains(location.host())) {
                matching.add(location);
            }
        }
        if (matching.isEmpty()) {
            return Optional.empty();
        }
        ReplicaLocation location = matching.get(random.nextInt(matching.size()));
        chosen.add(location);
        held.add(location.host());
        return Optional.of(location);
    }

    @Override
    public void release(ReplicaLocation location) {
        if (chosen.isEmpty() || !chosen.remove(chosen.size() - 1).equals(location)) {
            throw new AssertionError(location + " was not the latest choice");
        }
        held.remove(location.host());
    }

    /** The same, but it takes nothing back. */
    PlacementPlanner.Chooser firm() {
        return attempt -> choose(attempt);
    }

    /** Choices that were not released. */
    List<ReplicaLocation> chosen() {
        return List.copyOf(chosen);
    }

    int questions() {
        return questions;
    }
}
