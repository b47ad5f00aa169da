package org.underbase.sim.disk;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sums of a disk by class of request. A request is the part of a call in one page. Times are in nanoseconds; sums of them are
 * floating-point numbers, because those of a trace of days exceed 63 bits.
 */
public final class DiskStatistics {
    private final long[] requests;
    private final double[] queue;
    private final double[] execution;
    private final long[] pages;
    /** Distributions by class; none if they are not measured. */
    private final List<LatencyHistogram> latencies;

    private final List<LatencyHistogram> queues;
    private final List<LatencyHistogram> executions;

    private long merged;
    private double busy;

    /**
     * Creates sums of zero.
     *
     * @param classes number of classes of requests
     */
    public DiskStatistics(int classes) {
        this(classes, false);
    }

    /**
     * Creates sums of zero.
     *
     * @param classes number of classes of requests
     * @param distributions whether the distributions of latencies are measured
     */
    public DiskStatistics(int classes, boolean distributions) {
        requests = new long[classes];
        queue = new double[classes];
        execution = new double[classes];
        pages = new long[classes];
        int measured = distributions ? classes : 0;
        latencies = histograms(measured);
        queues = histograms(measured);
        executions = histograms(measured);
    }

    private static List<LatencyHistogram> histograms(int count) {
        return Stream.generate(LatencyHistogram::new).limit(count).toList();
    }

    /**
     * Adds the consecutive pages of one transfer; the first includes the seek.
     *
     * @param kind class of the request
     * @param count number of pages
     * @param waitNanos time in the queue
     * @param seekNanos time of the seek
     * @param transfer time of the transfer of a page
     */
    public void served(int kind, int count, long waitNanos, long seekNanos, double transfer) {
        double wait = waitNanos;
        double seek = seekNanos;
        requests[kind] += count;
        pages[kind] += count;
        // Page k waits for the seek and for the k pages before it.
        queue[kind] += count * wait + (count - 1) * seek + transfer * ((double) count * (count - 1) / 2);
        execution[kind] += seek + count * transfer;
        busy += seek + count * transfer;
        if (!latencies.isEmpty()) {
            double first = wait + seek + transfer;
            latencies.get(kind).addSeries(first, transfer, count);
            queues.get(kind).add(wait, 1);
            queues.get(kind).addSeries(first, transfer, count - 1);
            executions.get(kind).add(seek + transfer, 1);
            executions.get(kind).add(transfer, count - 1L);
        }
    }

    /** Adds requests whose page is written by an earlier request. Their distributions have the means of all of them. */
    void merged(int kind, int count, double waits, double time) {
        requests[kind] += count;
        merged += count;
        queue[kind] += waits;
        execution[kind] += count * time;
        latency(kind, waits / count, time, count);
    }

    /** Adds a request that consists of several transfers, or waits for those of others, which are added as well. */
    public void waited(int kind, long wait, long time) {
        requests[kind]++;
        queue[kind] += wait;
        execution[kind] += time;
        latency(kind, (double) wait, (double) time, 1);
    }

    /** Adds time in which the disk serves no request of a class. */
    public void occupied(long time) {
        busy += time;
    }

    /** Adds a flush. */
    void flushed(int kind, long wait, long time) {
        waited(kind, wait, time);
        occupied(time);
    }

    private void latency(int kind, double wait, double time, int times) {
        if (!latencies.isEmpty()) {
            latencies.get(kind).add(wait + time, times);
            queues.get(kind).add(wait, times);
            executions.get(kind).add(time, times);
        }
    }

    /** Adds the sums of another disk. */
    public void add(DiskStatistics other) {
        for (int i = 0; i < requests.length; i++) {
            requests[i] += other.requests[i];
            queue[i] += other.queue[i];
            execution[i] += other.execution[i];
            pages[i] += other.pages[i];
        }
        for (int i = 0; i < latencies.size(); i++) {
            latencies.get(i).add(other.latencies.get(i));
            queues.get(i).add(other.queues.get(i));
            executions.get(i).add(other.executions.get(i));
        }
        merged += other.merged;
        busy += other.busy;
    }

    /** Sets all sums to zero. */
    public void clear() {
        Arrays.fill(requests, 0);
        Arrays.fill(queue, 0);
        Arrays.fill(execution, 0);
        Arrays.fill(pages, 0);
        latencies.forEach(LatencyHistogram::clear);
        clearParts();
        merged = 0;
        busy = 0;
    }

    /** Removes the distributions of the parts of latencies, to save memory; their sums remain. */
    public void clearParts() {
        queues.forEach(LatencyHistogram::clear);
        executions.forEach(LatencyHistogram::clear);
    }

    /** Returns the requests of a class. */
    public long requests(int kind) {
        return requests[kind];
    }

    /** Returns the requests whose page an earlier, waiting request wrote. */
    public long merged() {
        return merged;
    }

    /** Returns the pages that a class transferred. */
    public long pages(int kind) {
        return pages[kind];
    }

    /** Returns the sum of the times in the queue, in nanoseconds. */
    public double queueNanos(int kind) {
        return queue[kind];
    }

    /** Returns the sum of the times of seek and transfer, in nanoseconds. */
    public double executionNanos(int kind) {
        return execution[kind];
    }

    /** Returns the distribution of the latencies of a class, in nanoseconds from the arrival to the end of the transfer. */
    public LatencyHistogram latencies(int kind) {
        return latencies.get(kind);
    }

    /** Returns the distribution of the times in the queue of a class, in nanoseconds. */
    public LatencyHistogram queues(int kind) {
        return queues.get(kind);
    }

    /** Returns the distribution of the times of seek and transfer of a class, in nanoseconds. */
    public LatencyHistogram executions(int kind) {
        return executions.get(kind);
    }

    /** Returns the time in which the disk served requests, in nanoseconds. */
    public double busyNanos() {
        return busy;
    }
}
