package org.underbase.combinedlog.interleave;

import java.util.concurrent.TimeUnit;

/** Methods that instrumented classes call instead of those of the JDK, and before accesses of shared state. */
public final class Boundaries {
    private Boundaries() {}

    private static Interleaving schedule() {
        return SteppedThread.current().schedule();
    }

    /** Lets another thread continue, or not. */
    public static void step() {
        schedule().step();
    }

    /** Begins code in which the thread must not switch, such as a static initializer. */
    public static void beginAtomic() {
        SteppedThread.current().atomic(1);
    }

    /** Ends code in which the thread must not switch. */
    public static void endAtomic() {
        SteppedThread.current().atomic(-1);
    }

    /**
     * Replaces the beginning of a synchronized block or method.
     *
     * @param monitor object of the block
     */
    public static void enter(Object monitor) {
        schedule().monitor(monitor).lock();
    }

    /**
     * Replaces the end of a synchronized block or method.
     *
     * @param monitor object of the block
     */
    public static void exit(Object monitor) {
        schedule().monitor(monitor).unlock();
    }

    /**
     * Replaces {@link System#nanoTime}.
     *
     * @return virtual time in nanoseconds
     */
    public static long nanoTime() {
        return schedule().nanoTime();
    }

    /**
     * Replaces {@code LockSupport.park}.
     *
     * @param blocker ignored
     */
    public static void park(Object blocker) {
        park(Interleaving.NEVER);
    }

    /**
     * Replaces {@code LockSupport.parkNanos}.
     *
     * @param blocker ignored
     * @param nanos maximum virtual duration
     */
    public static void parkNanos(Object blocker, long nanos) {
        if (nanos > 0) {
            park(schedule().after(nanos));
        }
    }

    /**
     * Replaces {@code LockSupport.parkNanos}.
     *
     * @param nanos maximum virtual duration
     */
    public static void parkNanos(long nanos) {
        parkNanos(SteppedThread.current(), nanos);
    }

    private static void park(long deadline) {
        SteppedThread me = SteppedThread.current();
        Interleaving schedule = me.schedule();
        boolean spurious = schedule.isSpurious();
        boolean woken = schedule.await("a permit", () -> spurious || me.hasPermit() || me.isInterrupted(), deadline);
        if (woken) {
            me.permit(false);
        }
    }

    /**
     * Replaces {@code LockSupport.unpark}.
     *
     * @param thread thread of the schedule
     */
    public static void unpark(Thread thread) {
        ((SteppedThread) thread).permit(true);
        step();
    }

    /**
     * Replaces {@link Thread#join()}.
     *
     * @param thread thread to wait for
     */
    public static void join(Thread thread) {
        Interleaving schedule = schedule();
        schedule.await("the end of " + thread.getName(), () -> !schedule.isLive(thread));
    }

    /**
     * Replaces {@link Thread#join(long)}.
     *
     * @param thread thread to wait for
     * @param millis maximum virtual duration
     */
    public static void join(Thread thread, long millis) {
        Interleaving schedule = schedule();
        boolean ended = schedule.await(
                "the end of " + thread.getName(),
                () -> !schedule.isLive(thread),
                schedule.after(TimeUnit.MILLISECONDS.toNanos(millis)));
        assert ended || schedule.isLive(thread);
    }

    /**
     * Replaces {@link Thread#isAlive}.
     *
     * @param thread thread of the schedule
     * @return whether it has not ended
     */
    public static boolean isAlive(Thread thread) {
        step();
        return schedule().isLive(thread);
    }
}
