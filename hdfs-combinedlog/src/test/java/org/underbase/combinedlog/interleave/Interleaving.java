package org.underbase.combinedlog.interleave;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * Schedule of the threads of a {@link Scenario}. One thread runs at a time. At each boundary (lock and unlock, wait, park, start
 * of a thread, volatile access, call of {@code java.util.concurrent}), a seeded random number decides which thread continues, so
 * a seed repeats its schedule exactly. The time is virtual: it advances to the next deadline when no thread can run. A schedule
 * in which no thread can ever run again is a deadlock and fails.
 *
 * <p>Not covered: reordered accesses of fields that are not volatile, {@code Object.wait}, constructor references to locks, and
 * classes outside of this module.
 */
public final class Interleaving {
    static final long NEVER = Long.MAX_VALUE;
    private static final int MAX_STEPS = 500_000;
    private static final int SHOWN_STEPS = 60;
    /** One of this many waits ends without a signal, as the Java specification permits. */
    private static final int SPURIOUS = 32;

    /** Resolution of the timers: waits whose deadlines are closer may end in any order. */
    private static final int CLOCK_NANOS = 100_000;

    private final Random random;
    /** Whether the trace contains the lines of the boundaries, which takes time. */
    private final boolean located;

    private final CountDownLatch over = new CountDownLatch(1);
    // Accessed only by the thread with the baton, and by the caller after the end.
    private final List<SteppedThread> live = new ArrayList<>();
    private final List<SteppedThread> started = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final IdentityHashMap<Object, SteppedLock> monitors = new IdentityHashMap<>();
    private SteppedThread first;
    private long now;
    private volatile boolean stopping;
    private Throwable failure;

    private Interleaving(long seed, boolean located) {
        this.random = new Random(seed);
        this.located = located;
    }

    /** Code of a thread. */
    @FunctionalInterface
    public interface Action {
        /**
         * Runs the thread.
         *
         * @throws Exception to fail the schedule
         */
        void run() throws Exception;
    }

    /** Unwinds the threads that remain at the end of a schedule. */
    private static final class Stopped extends Error {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("the schedule ended", null, false, false);
        }
    }

    /**
     * Runs a scenario with consecutive seeds.
     *
     * @param scenario class of the scenario
     * @param seed first seed
     * @param count number of seeds
     * @throws AssertionError if a schedule fails; the message contains its seed and its last steps
     */
    public static void explore(Class<? extends Scenario> scenario, long seed, int count) {
        ClassLoader loader = new SteppedClassLoader(scenario.getClassLoader());
        for (long each = seed; each < seed + count; each++) {
            if (play(loader, scenario, each, false).failure != null) {
                Interleaving again = play(loader, scenario, each, true);
                throw new AssertionError(
                        scenario.getSimpleName() + " fails with seed " + each + ": " + again.failure + "\nlast steps:\n"
                                + again.lastSteps(),
                        again.failure);
            }
        }
    }

    /**
     * Searches for a seed with which a scenario fails.
     *
     * @param scenario class of the scenario
     * @param seed first seed
     * @param count number of seeds
     * @return the first such seed; empty if the scenario never fails
     */
    public static OptionalLong find(Class<? extends Scenario> scenario, long seed, int count) {
        ClassLoader loader = new SteppedClassLoader(scenario.getClassLoader());
        return LongStream.range(seed, seed + count)
                .filter(each -> play(loader, scenario, each, false).failure != null)
                .findFirst();
    }

    /**
     * Returns the steps of one schedule.
     *
     * @param scenario class of the scenario
     * @param seed seed of the schedule
     * @return name of the thread that continued at each boundary, and what it waited for
     */
    public static List<String> trace(Class<? extends Scenario> scenario, long seed) {
        return play(new SteppedClassLoader(scenario.getClassLoader()), scenario, seed, true).trace;
    }

    private static Interleaving play(
            ClassLoader loader, Class<? extends Scenario> scenario, long seed, boolean located) {
        Interleaving schedule = new Interleaving(seed, located);
        schedule.play(loader, scenario.getName());
        return schedule;
    }

    private void play(ClassLoader loader, String scenario) {
        first = new SteppedThread(this, () -> runScenario(loader, scenario), "main");
        first.start();
        first.baton.release();
        try {
            over.await();
            stopping = true;
            for (SteppedThread thread : List.copyOf(live)) {
                thread.baton.release();
                thread.join(TimeUnit.MINUTES.toMillis(1));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted during a schedule", e);
        }
        if (!live.isEmpty()) {
            throw new IllegalStateException("threads outlive their schedule: " + live);
        }
    }

    private void runScenario(ClassLoader loader, String scenario) {
        try {
            Constructor<?> constructor = loader.loadClass(scenario).getDeclaredConstructor();
            constructor.setAccessible(true);
            ((Scenario) constructor.newInstance()).run(this);
        } catch (Exception e) {
            fail(e);
        }
    }

    /**
     * Starts a thread.
     *
     * @param name name of the thread in the trace
     * @param action code of the thread; an exception fails the schedule
     * @return the thread
     */
    public Thread start(String name, Action action) {
        SteppedThread thread = new SteppedThread(
                this,
                () -> {
                    try {
                        action.run();
                    } catch (Exception e) {
                        fail(e);
                    }
                },
                name);
        thread.start();
        started.add(thread);
        step();
        return thread;
    }

    /** Waits until all threads that {@link #start} started have ended. */
    public void join() {
        for (SteppedThread thread : started) {
            Boundaries.join(thread);
        }
    }

    /**
     * Waits until a condition holds.
     *
     * @param what name of the condition in the trace
     * @param condition function without side effects
     */
    public void await(String what, BooleanSupplier condition) {
        boolean holds = await(what, condition, NEVER);
        assert holds;
    }

    /**
     * Returns a random number of the schedule's seed.
     *
     * @param bound number of values
     * @return value from 0 to {@code bound - 1}
     */
    public int random(int bound) {
        return random.nextInt(bound);
    }

    /** Waits until a condition holds or the virtual time reaches a deadline. Returns whether the condition holds. */
    boolean await(String what, BooleanSupplier condition, long deadline) {
        SteppedThread me = SteppedThread.current();
        if (stopping) {
            throw new Stopped();
        }
        if (me.isAtomic()) {
            if (!condition.getAsBoolean()) {
                throw new IllegalStateException("a static initializer or an atomic function waits for " + what);
            }
            return true;
        }
        me.waitFor(located ? what + " at " + location() : what, condition, deadline);
        SteppedThread next = choose();
        if (next != me) {
            handOver(next);
            me.baton.acquireUninterruptibly();
            if (stopping) {
                throw new Stopped();
            }
        }
        return me.isReady();
    }

    private static String location() {
        String kit = Interleaving.class.getPackageName();
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(each -> each.getClassName().startsWith(kit + ".Stepped")
                                || each.getClassName().equals(kit + ".Boundaries")
                                || each.getClassName().equals(kit + ".Interleaving"))
                        .findFirst())
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("its start");
    }

    /** Lets another thread continue, or not. */
    void step() {
        if (!SteppedThread.current().isAtomic()) {
            await("its turn", () -> true, NEVER);
        }
    }

    private void handOver(SteppedThread next) {
        if (next == null) {
            over.countDown();
        } else {
            next.baton.release();
        }
    }

    /** Chooses the next thread; null ends the schedule. */
    private SteppedThread choose() {
        if (trace.size() == MAX_STEPS) {
            fail(new IllegalStateException("no end after " + MAX_STEPS + " steps: " + live));
        }
        if (failure != null || !live.contains(first)) {
            return null;
        }
        List<SteppedThread> ready = ready();
        if (ready.isEmpty()) {
            long deadline =
                    live.stream().mapToLong(SteppedThread::deadline).min().orElse(NEVER);
            if (deadline == NEVER) {
                fail(new IllegalStateException("deadlock: " + live));
                return null;
            }
            now = Math.max(now, deadline) + random.nextInt(CLOCK_NANOS);
            ready = ready();
        }
        SteppedThread next = ready.get(random.nextInt(ready.size()));
        trace.add(next.toString());
        return next;
    }

    private List<SteppedThread> ready() {
        return live.stream()
                .filter(each -> each.deadline() <= now || each.isReady())
                .toList();
    }

    void add(SteppedThread thread) {
        live.add(thread);
    }

    boolean isLive(Thread thread) {
        return live.stream().anyMatch(each -> each == thread);
    }

    void run(SteppedThread me, Runnable body) {
        me.baton.acquireUninterruptibly();
        try {
            if (!stopping) {
                body.run();
            }
        } catch (Stopped e) {
            assert stopping;
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        live.remove(me);
        if (!stopping) {
            handOver(choose());
        }
    }

    private void fail(Throwable cause) {
        if (failure == null && !stopping) {
            failure = cause;
        }
    }

    SteppedLock monitor(Object object) {
        return monitors.computeIfAbsent(object, any -> new SteppedLock());
    }

    boolean isStopping() {
        return stopping;
    }

    /** Virtual time in nanoseconds; each call takes a nanosecond. */
    long nanoTime() {
        return ++now;
    }

    /** Adds a duration to the time. */
    long after(long nanos) {
        return nanos >= NEVER - now ? NEVER : now + Math.max(0, nanos);
    }

    boolean isSpurious() {
        return random.nextInt(SPURIOUS) == 0;
    }

    boolean coin() {
        return random.nextBoolean();
    }

    private String lastSteps() {
        return String.join("\n", trace.subList(Math.max(0, trace.size() - SHOWN_STEPS), trace.size()));
    }
}
