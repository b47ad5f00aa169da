package org.underbase.workload.drive;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Thread that runs the operations of one client. */
final class ClientThread extends Thread {
    private static final long IDLE = Long.MAX_VALUE;

    private final Driver driver;
    private final Client client;
    private final CountDownLatch running;
    private final long start;
    private final long deadline;
    private final long share;
    private final boolean openLoop;
    private final Pacing.Schedule schedule;

    private volatile long busySince = IDLE;
    private volatile Supplier<String> occupation = ClientThread::preparing;
    private volatile long endedAt;
    /** Time at which the next operation is due; in a closed loop the last reading of the clock. */
    private volatile long due;

    private long started;

    ClientThread(Driver driver, Client client, int number, int clients, long start, CountDownLatch running) {
        super("client-" + number);
        setDaemon(true);
        this.driver = driver;
        this.client = client;
        this.running = running;
        this.start = start;
        this.endedAt = start;
        Bounds bounds = driver.plan().bounds();
        this.deadline = start + bounds.duration().toNanos();
        this.share = bounds.share(number, clients);
        this.openLoop = driver.plan().pacing() instanceof Pacing.OpenLoop;
        this.schedule = driver.plan().pacing() instanceof Pacing.OpenLoop open
                ? open.schedule(number, clients)
                : () -> driver.ticker().nanos() - start;
    }

    @Override
    public void run() {
        try {
            loop();
        } catch (RuntimeException | Error unexpected) {
            driver.fail("unexpected " + Failure.line(unexpected));
            throw unexpected;
        } finally {
            busySince = IDLE;
            endedAt = driver.ticker().nanos();
            running.countDown();
        }
    }

    private void loop() {
        due = start + schedule.next();
        while (started < share && !driver.stopping() && due < deadline) {
            long now = driver.ticker().nanos();
            if (now >= deadline) {
                return;
            }
            occupation = ClientThread::preparing;
            busySince = now;
            Optional<Task> task;
            try {
                task = client.next();
            } catch (IOException failed) {
                driver.fail("cannot prepare an operation after "
                        + driver.meter().done() + " operations: " + Failure.line(failed));
                return;
            }
            busySince = IDLE;
            if (task.isEmpty()) {
                return;
            }
            occupation = task.get()::describe;
            driver.ticker().sleepUntil(due, driver::stopping);
            if (driver.stopping()) {
                task.get().abandoned();
                return;
            }
            started++;
            now = driver.ticker().nanos();
            execute(task.get(), openLoop ? due : now, now);
            due = start + schedule.next();
        }
    }

    private void execute(Task operation, long from, long now) {
        busySince = now;
        try {
            operation.execute();
        } catch (IOException failed) {
            busySince = IDLE;
            operation.failed();
            driver.meter().error(operation.type());
            if (driver.meter().errors() > driver.plan().bounds().maxErrors()) {
                driver.fail(operation.describe() + " failed after "
                        + driver.meter().done() + " operations: " + Failure.line(failed));
            }
            return;
        }
        long end = driver.ticker().nanos();
        busySince = IDLE;
        driver.meter().record(operation.type(), end - from, end - now);
        operation.succeeded();
    }

    /** Whether one operation has taken longer than the bound for a stall. */
    boolean stalled(long now) {
        long since = busySince;
        return since != IDLE && now - since > driver.plan().bounds().stall().toNanos();
    }

    private static String preparing() {
        return "preparing an operation";
    }

    /** Describes the current operation; for a client that is stalled. */
    String occupation() {
        return occupation.get();
    }

    long endedAt() {
        return endedAt;
    }

    /** Counts the operations that were due before {@code end} and did not start; call it after the thread has exited. */
    long overdue(long end) {
        if (!openLoop) {
            return 0;
        }
        long count = 0;
        long limit = Math.min(end, deadline);
        while (due < limit && started + count < share) {
            count++;
            due = start + schedule.next();
        }
        return count;
    }
}
