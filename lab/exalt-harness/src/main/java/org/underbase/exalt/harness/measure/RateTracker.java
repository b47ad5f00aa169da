package org.underbase.exalt.harness.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.underbase.testbed.Daemon;

/**
 * Tracker of a rate metric of the NameNode. JMX reports the count since the start, but the mean of the last second only, so the tracker
 * polls. Thread-confined except for the background thread.
 */
public final class RateTracker implements AutoCloseable {
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
     * Starts tracking.
     *
     * @param nameNode NameNode with the metric
     * @param bean name of the bean, such as {@code FSNamesystem}; PORT stands for the port of the RPC server
     * @param metric name of the metric without the suffixes NumOps and AvgTime
     * @throws IOException if the NameNode does not respond
     */
    public RateTracker(Daemon nameNode, String bean, String metric) throws IOException {
        this.nameNode = nameNode;
        String address = nameNode.address();
        this.bean =
                "Hadoop:service=NameNode,name=" + bean.replace("PORT", address.substring(address.lastIndexOf(':') + 1));
        this.metric = metric;
        begin();
    }

    /**
     * Resets the count and the mean.
     *
     * @throws IOException if the NameNode does not respond
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
     * Polls until a number of operations is counted.
     *
     * @param operations number of operations since {@link #begin}
     * @param seconds timeout, in seconds
     * @throws IOException if the timeout elapses
     * @throws InterruptedException if this thread is interrupted
     */
    public void await(long operations, long seconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (poll(); count() < operations; poll()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("metric " + metric + " of the NameNode counted " + count() + " operations in "
                        + seconds + " s, expected " + operations);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Polls for a time.
     *
     * @param seconds time in seconds
     * @throws IOException if the NameNode does not respond
     * @throws InterruptedException if this thread is interrupted
     */
    public void follow(double seconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        for (poll(); System.nanoTime() - end < 0; poll()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Polls in a background thread until {@link #close}.
     *
     * @return this tracker
     */
    public RateTracker inBackground() {
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

    /** Stops the background thread. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for " + thread.getName(), e);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Returns the number of operations.
     *
     * @return number since {@link #begin}
     */
    public synchronized long count() {
        return count;
    }

    /**
     * Returns the mean.
     *
     * @return mean in the unit of the metric; NaN without operations
     */
    public synchronized double mean() {
        return count == 0 ? Double.NaN : total / count;
    }
}
