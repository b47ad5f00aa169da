package org.underbase.htfs.equality;

import java.util.LinkedHashMap;
import java.util.Map;

/** A sequence of named calls. */
final class Script {
    private final Map<String, Side.Step> steps = new LinkedHashMap<>();

    Script step(String name, Side.Step step) {
        if (steps.put(name, step) != null) {
            throw new IllegalArgumentException("two steps are named " + name);
        }
        return this;
    }

    /** A step without a result. */
    Script does(String name, Action action) {
        return step(name, side -> {
            action.run(side);
            return "done";
        });
    }

    Map<String, Side.Step> steps() {
        return steps;
    }

    @FunctionalInterface
    interface Action {
        void run(Side side) throws Exception;
    }
}
