package org.underbase.replay.order;

/** Rule for the time at which a call should begin. Times are nanoseconds since the start of the replay. */
public abstract class Pace {
    private Pace() {}

    /**
     * Returns the time of a step that waits for no other one.
     *
     * @param step the step
     * @param previous the previous step of its thread, or the step itself if it is the first one
     */
    abstract long due(Step step, Step previous);

    /**
     * Open loop: at its recorded time after the first call, divided by the speed, however long earlier calls take.
     *
     * @param firstNanos start of the first recorded call, in nanoseconds since the epoch
     */
    public static Pace open(long firstNanos, double speed) {
        return new Pace() {
            @Override
            long due(Step step, Step previous) {
                return scaled(step.tracedStart() - firstNanos, speed);
            }
        };
    }

    /** Closed loop: after the end of the previous call of its thread plus the recorded pause, divided by the speed. */
    public static Pace closed(long firstNanos, double speed) {
        return new Pace() {
            @Override
            long due(Step step, Step previous) {
                if (previous == step) {
                    return scaled(step.tracedStart() - firstNanos, speed);
                }
                long pause = Math.max(0, step.tracedStart() - previous.tracedEnd());
                return previous.finished() + scaled(pause, speed);
            }
        };
    }

    /** Closed loop without pauses. */
    public static Pace max() {
        return new Pace() {
            @Override
            long due(Step step, Step previous) {
                return previous == step ? 0 : previous.finished();
            }
        };
    }

    private static long scaled(long nanos, double speed) {
        return Math.round(nanos / speed);
    }
}
