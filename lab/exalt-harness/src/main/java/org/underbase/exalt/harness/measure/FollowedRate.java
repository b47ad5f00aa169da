package org.underbase.exalt.harness.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.underbase.testbed.Daemon;

/**
 * Follows one of the NameNode's rates: JMX tells its count since the start, but the mean of its last second alone, so it has to be asked
 * again and again. Used by one thread, but for what it says it does in one of its own.
 */
public final class FollowedRate implements AutoCloseable {
    private static final long POLL_MILLIS = 200;

    private final Daemon nameNode;
    private final String bean;
    private final String metric;
    private long seen;
    private long count;
    private double total;
    private Thread thread;
    private volatile boolean closed;
    private volatile IOException failed;

    /**
     * Begins to follow.
     *
     * @param nameNode that has it
     * @param bean name of its bean, such as {@code FSNamesystem}; PORT in it stands for that of its RPC server
     * @param metric without the endings NumOps and AvgTime
     * @throws IOException when the NameNode does not answer
     */
    public FollowedRate(Daemon nameNode, String bean, String metric) throws IOException {
        this.nameNode = nameNode;
        String address = nameNode.address();
        this.bean =
                "Hadoop:service=NameNode,name=" + bean.replace("PORT", address.substring(address.lastIndexOf(':') + 1));
        this.metric = metric;
        begin();
    }

    /**
     * Forgets what was counted.
     *
     * @throws IOException when the NameNode does not answer
     */
    public synchronized void begin() throws IOException {
        seen = ask().path(metric + "NumOps").longValue();
        count = 0;
        total = 0;
    }

    private JsonNode ask() throws IOException {
        return nameNode.jmx(bean).path(0);
    }

    private synchronized void poll() throws IOException {
        JsonNode now = ask();
        long ops = now.path(metric + "NumOps").longValue() - seen;
        if (ops > 0) {
            count += ops;
            total += ops * now.path(metric + "AvgTime").doubleValue();
            seen += ops;
        }
    }

    /**
     * Follows until so many operations have been counted.
     *
     * @param operations since {@link #begin}
     * @param seconds how long at most
     * @throws IOException when there are not so many then
     * @throws InterruptedException when this thread is interrupted
     */
    public void await(long operations, long seconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (poll(); count() < operations; poll()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException(metric + " of the NameNode was counted " + count() + " times in " + seconds
                        + " s, not " + operations + " times");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Follows for a while.
     *
     * @param seconds how long
     * @throws IOException when the NameNode does not answer
     * @throws InterruptedException when this thread is interrupted
     */
    public void follow(double seconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        for (poll(); System.nanoTime() - end < 0; poll()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Follows in a thread of its own until {@link #close}.
     *
     * @return this
     */
    public FollowedRate inBackground() {
        thread = new Thread(
                () -> {
                    try {
                        while (!closed) {
                            poll();
                            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                        }
                    } catch (IOException e) {
                        failed = e;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "follows-" + metric);
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /** Ends the thread, if there is one. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while " + thread.getName() + " ended", e);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * How many operations.
     *
     * @return since {@link #begin}
     */
    public synchronized long count() {
        return count;
    }

    /**
     * The mean.
     *
     * @return in the metric's unit; NaN when nothing was counted
     */
    public synchronized double mean() {
        return count == 0 ? Double.NaN : total / count;
    }
}
