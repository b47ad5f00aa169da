package org.underbase.replay.order;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Unfinished steps that use a stream, a file or a path. */
final class Resource {
    private static final Mode[] MODES = Mode.values();
    private static final int FEW = 64;

    /** Steps of a mode. */
    private static final class Steps {
        final List<Step> list = new ArrayList<>(1);
        int sweepAt = FEW;

        List<Step> unfinished() {
            list.removeIf(Step::isDone);
            return list;
        }

        /** Long lists lose their ended steps also if no call with a conflict comes. */
        void add(Step step) {
            list.add(step);
            if (list.size() > sweepAt) {
                sweepAt = Math.max(FEW, 2 * unfinished().size());
            }
        }
    }

    private final Map<Mode, Steps> steps = new EnumMap<>(Mode.class);

    /** Adds a step, and to {@code before} the steps that ended before it began and conflict with it. */
    void add(Step step, Mode mode, Set<Step> before) {
        for (Mode other : MODES) {
            if (mode.conflicts(other)) {
                for (Step candidate : unfinished(other)) {
                    if (candidate.operation().endedBefore(step.operation())) {
                        before.add(candidate);
                    }
                }
            }
        }
        steps.computeIfAbsent(mode, key -> new Steps()).add(step);
    }

    private List<Step> unfinished(Mode mode) {
        Steps of = steps.get(mode);
        return of == null ? List.of() : of.unfinished();
    }

    boolean isIdle() {
        return steps.values().stream().allMatch(of -> of.unfinished().isEmpty());
    }
}
