package org.underbase.sim.hats.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Simulated time, and the transfers in it. A change of a transfer affects only those at its resources. Events at the same time
 * happen in the order in which they were created, so that a run is deterministic. Not thread-safe.
 */
public final class Flows {
    /** Work at a time. */
    private record Timer(double time, long number, Runnable action) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int order = Double.compare(time, other.time);
            return order == 0 ? Long.compare(number, other.number) : order;
        }
    }

    /** Transfers at a device or in one direction of a link. */
    private static final class Resource {
        private Flow[] flows = new Flow[4];
        private int count;
        private Series series;
    }

    private final List<Resource> resources = new ArrayList<>();
    private final FlowHeap heap = new FlowHeap();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private double now;
    private long numbers;

    /** Adds a resource and returns its number. */
    public int addResource() {
        resources.add(new Resource());
        return resources.size() - 1;
    }

    /** Records the transfers of a resource from now. */
    public Series observe(int resource) {
        Resource observed = resources.get(resource);
        if (observed.series == null) {
            observed.series = new Series();
        }
        return observed.series;
    }

    /** Returns the simulated time, in seconds. */
    public double now() {
        return now;
    }

    /** Runs an action at a time that is not in the past. */
    public void at(double time, Runnable action) {
        timers.add(new Timer(Math.max(time, now), numbers++, action));
    }

    /**
     * Starts a transfer.
     *
     * @param bytes length
     * @param at resources; without any, the transfer takes no time
     * @param alone rate that each resource would give the transfer alone, in MB/s
     * @param done action at the end
     */
    public void start(long bytes, int[] at, double[] alone, Runnable done) {
        if (bytes <= 0 || at.length == 0) {
            at(now, done);
            return;
        }
        Flow flow = new Flow(numbers++, bytes / 1e6, at, alone, done);
        flow.updated = now;
        for (int i = 0; i < at.length; i++) {
            Resource resource = resources.get(at[i]);
            if (resource.count == resource.flows.length) {
                resource.flows = Arrays.copyOf(resource.flows, 2 * resource.count);
            }
            flow.slots[i] = resource.count;
            resource.flows[resource.count++] = flow;
        }
        flow.rate = rate(flow);
        flow.end = now + flow.megabytes / flow.rate;
        heap.add(flow);
        others(flow);
    }

    /** Runs the next event. */
    public boolean step() {
        boolean timer = !timers.isEmpty() && (heap.isEmpty() || timers.peek().time() <= heap.first().end);
        if (timer) {
            Timer next = timers.remove();
            now = next.time();
            next.action().run();
            return true;
        }
        if (heap.isEmpty()) {
            return false;
        }
        Flow flow = heap.first();
        now = flow.end;
        heap.remove(flow);
        progress(flow);
        for (int i = 0; i < flow.resources.length; i++) {
            Resource resource = resources.get(flow.resources[i]);
            Flow last = resource.flows[--resource.count];
            resource.flows[resource.count] = null;
            if (flow.slots[i] != resource.count) {
                last.move(flow.resources[i], resource.count, flow.slots[i]);
                resource.flows[flow.slots[i]] = last;
            }
        }
        others(flow);
        flow.done.run();
        return true;
    }

    private double rate(Flow flow) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < flow.resources.length; i++) {
            least = Math.min(least, flow.alone[i] / resources.get(flow.resources[i]).count);
        }
        return least;
    }

    private void others(Flow changed) {
        for (int number : changed.resources) {
            Resource resource = resources.get(number);
            for (int i = 0; i < resource.count; i++) {
                Flow flow = resource.flows[i];
                double rate = rate(flow);
                if (rate != flow.rate) {
                    progress(flow);
                    flow.rate = rate;
                    flow.end = now + flow.megabytes / rate;
                    heap.changed(flow);
                }
            }
        }
    }

    private void progress(Flow flow) {
        double moved = Math.min(flow.megabytes, flow.rate * (now - flow.updated));
        if (moved > 0) {
            for (int number : flow.resources) {
                Series series = resources.get(number).series;
                if (series != null) {
                    series.add(flow.updated, now, moved);
                }
            }
        }
        flow.megabytes -= moved;
        flow.updated = now;
    }
}
