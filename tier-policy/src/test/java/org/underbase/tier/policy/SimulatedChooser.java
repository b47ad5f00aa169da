package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Draws any usable node that matches, as the NameNode does; checks that it is asked as documented. */
final class SimulatedChooser implements PlacementPlanner.RevocableChooser {
    private final List<Spot> usable;
    private final Random random;
    private final Set<String> held = new HashSet<>();
    private final List<Spot> chosen = new ArrayList<>();
    private int questions;

    SimulatedChooser(List<Spot> usable, List<Spot> present, Random random) {
        this.usable = usable;
        this.random = random;
        present.forEach(spot -> held.add(spot.host()));
    }

    @Override
    public Optional<Spot> choose(Attempt attempt) {
        questions++;
        List<Spot> matching = new ArrayList<>();
        for (Spot spot : usable) {
            if (attempt.matches(spot) && !held.contains(spot.host())) {
                matching.add(spot);
            }
        }
        if (matching.isEmpty()) {
            return Optional.empty();
        }
        Spot spot = matching.get(random.nextInt(matching.size()));
        chosen.add(spot);
        held.add(spot.host());
        return Optional.of(spot);
    }

    @Override
    public void release(Spot spot) {
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
    List<Spot> chosen() {
        return List.copyOf(chosen);
    }

    int questions() {
        return questions;
    }
}
