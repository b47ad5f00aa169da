package org.underbase.sim.hats.flow;

/** Transfer in progress. Its rate is the least of its equal shares of all its resources. */
final class Flow {
    final long number;
    final int[] resources;
    /** Rate that each resource would give this flow alone, in MB/s. */
    final double[] alone;
    /** Position of this flow in the list of each resource. */
    final int[] slots;

    final Runnable done;
    double megabytes;
    double rate;
    double updated;
    double end;
    int heapIndex;

    Flow(long number, double megabytes, int[] resources, double[] alone, Runnable done) {
        this.number = number;
        this.megabytes = megabytes;
        this.resources = resources;
        this.alone = alone;
        this.slots = new int[resources.length];
        this.done = done;
    }

    boolean isBefore(Flow other) {
        return end < other.end || (end == other.end && number < other.number);
    }

    /** Changes the position of this flow in the list of a resource, which it may use twice. */
    void move(int resource, int from, int to) {
        for (int i = 0; i < resources.length; i++) {
            if (resources[i] == resource && slots[i] == from) {
                slots[i] = to;
                return;
            }
        }
        throw new IllegalStateException("resource " + resource + " has no flow " + number + " at " + from);
    }
}
