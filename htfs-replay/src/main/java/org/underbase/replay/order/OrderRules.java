package org.underbase.replay.order;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.underbase.replay.trace.Operation;

/**
 * The steps that must end before a step begins: the previous one of its thread, and those that share a resource with it, if the
 * trace shows that they ended before it began. The resources are streams, files by their identity, and paths with the
 * directories above them (ROOT rules: Weiss et al., SOSP '13). Not thread-safe, except that other threads may finish steps.
 */
public final class OrderRules {
    private static final int SWEEP = 100_000;

    private final Map<Object, Resource> resources = new HashMap<>();
    private final Map<Object, Step> lastOfActor = new HashMap<>();
    private long steps;
    private int sweepAt = SWEEP;

    /**
     * A step and what it waits for.
     *
     * @param step the step
     * @param before steps that end before it begins
     * @param previous the previous step of its thread, or the step itself if it is the first one
     */
    public record Ordered(Step step, Set<Step> before, Step previous) {}

    /** Orders the next call; calls come in the order of their recorded starts. */
    public Ordered next(Operation operation) {
        Step step = new Step(operation, steps++);
        Set<Step> before = new LinkedHashSet<>();
        Step previous = lastOfActor.put(operation.actor(), step);
        if (previous != null) {
            before.add(previous);
        }
        for (Use use : Uses.of(operation)) {
            resources.computeIfAbsent(use.resource(), key -> new Resource()).add(step, use.mode(), before);
        }
        before.remove(step);
        if (resources.size() > sweepAt) {
            resources.values().removeIf(Resource::isIdle);
            sweepAt = Math.max(SWEEP, 2 * resources.size());
        }
        return new Ordered(step, before, previous == null ? step : previous);
    }
}
