package org.underbase.combinedlog.interleave;

import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** Thread of a schedule: it runs only while it has the baton. Replaces {@link Thread} in instrumented classes. */
public final class SteppedThread extends Thread {
    final Semaphore baton = new Semaphore(0);
    private final Interleaving schedule;
    private final Runnable body;
    private String waitingFor = "its start";
    private BooleanSupplier ready = () -> true;
    private long deadline = Interleaving.NEVER;
    private int atomic;
    private boolean permit;

    /**
     * Creates a thread in the schedule of the calling thread.
     *
     * @param body code of the thread
     * @param name name of the thread
     */
    public SteppedThread(Runnable body, String name) {
        this(current().schedule, body, name);
    }

    SteppedThread(Interleaving schedule, Runnable body, String name) {
        super(name);
        this.schedule = schedule;
        this.body = body;
        setDaemon(true);
    }

    static SteppedThread current() {
        if (Thread.currentThread() instanceof SteppedThread thread) {
            return thread;
        }
        throw new IllegalStateException("an instrumented class is used outside of a schedule");
    }

    @Override
    public synchronized void start() {
        schedule.add(this);
        super.start();
    }

    @Override
    public void run() {
        schedule.run(this, body);
    }

    Interleaving schedule() {
        return schedule;
    }

    void waitFor(String what, BooleanSupplier condition, long until) {
        waitingFor = what;
        ready = condition;
        deadline = until;
    }

    /** Evaluates the condition in the running thread, which keeps the baton. */
    boolean isReady() {
        SteppedThread running = current();
        running.atomic(1);
        try {
            return ready.getAsBoolean();
        } finally {
            running.atomic(-1);
        }
    }

    long deadline() {
        return deadline;
    }

    /** Begins or ends code in which the thread keeps the baton, because it may hold a lock of the JVM. */
    void atomic(int change) {
        atomic += change;
    }

    boolean isAtomic() {
        return atomic > 0;
    }

    void permit(boolean available) {
        permit = available;
    }

    boolean hasPermit() {
        return permit;
    }

    @Override
    public String toString() {
        return getName() + " waits for " + waitingFor;
    }
}
