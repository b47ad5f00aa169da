package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.RetrievalWeights.Replica;

/**
 * Simulated readers of blocks with one replica on each tier. Each reader reads one block after another from the replica that
 * is first in the retrieval order. The readers of a device share its bandwidth evenly; a DataNode reports its load with
 * heartbeats.
 */
final class ReadSimulation {
    private static final double BLOCK_MB = 128;
    private static final double HEARTBEAT_SECONDS = 3;

    /** Measured values of a run. */
    record Result(double mbPerSecond, double maxMeanLoad) {}

    private static final class Device {
        private final int rank;
        private final double rate;
        /** MB that a reader which has always been there would have read. */
        private double served;

        private final PriorityQueue<Double> ends = new PriorityQueue<>();
        private int reported;
        private double nextHeartbeat;
        private double loadSeconds;

        Device(int rank, double rate, double nextHeartbeat) {
            this.rank = rank;
            this.rate = rate;
            this.nextHeartbeat = nextHeartbeat;
        }

        double secondsToEnd() {
            return ends.isEmpty() ? Double.POSITIVE_INFINITY : (ends.peek() - served) * ends.size() / rate;
        }

        void pass(double seconds) {
            if (!ends.isEmpty()) {
                served += seconds * rate / ends.size();
                loadSeconds += seconds * ends.size();
            }
        }
    }

    private final SplittableRandom random;
    private final RetrievalWeights weights;
    private final double[] rates;
    private final double hotShare;
    private final int[] sizes;
    private final List<Device> devices = new ArrayList<>();
    private final Device[] hot;

    /**
     * Creates a cluster.
     *
     * @param weights weights of replicas
     * @param sizes number of devices of each tier
     * @param rates rate of each tier's devices, in MB/s
     * @param hotShare fraction of the reads that read one hot block; the others read random blocks
     */
    ReadSimulation(RetrievalWeights weights, int[] sizes, double[] rates, double hotShare, long seed) {
        this.random = new SplittableRandom(seed);
        this.weights = weights;
        this.sizes = sizes.clone();
        this.rates = rates.clone();
        this.hotShare = hotShare;
        for (int rank = 0; rank < sizes.length; rank++) {
            for (int i = 0; i < sizes[rank]; i++) {
                devices.add(new Device(rank, rates[rank], random.nextDouble(HEARTBEAT_SECONDS)));
            }
        }
        hot = block();
    }

    private Device[] block() {
        Device[] replicas = new Device[sizes.length];
        int first = 0;
        for (int rank = 0; rank < sizes.length; rank++) {
            replicas[rank] = devices.get(first + random.nextInt(sizes[rank]));
            first += sizes[rank];
        }
        return replicas;
    }

    private void read() {
        Device[] order = random.nextDouble() < hotShare ? hot.clone() : block();
        Replica[] replicas = new Replica[order.length];
        for (int i = 0; i < order.length; i++) {
            replicas[i] = new Replica(i, rates[i], sizes[i], Proximity.REMOTE, order[i].reported);
        }
        RetrievalOrder.shuffle(order, weights.of(RetrievalPolicy.TIER_AWARE, replicas), order.length, random);
        order[0].ends.add(order[0].served + BLOCK_MB);
    }

    /** Runs a number of readers until they have read a number of blocks; then all still read. */
    Result run(int readers, int blocks) {
        double end = run(readers, blocks, Integer.MAX_VALUE);
        double max = devices.stream()
                .mapToDouble(device -> device.loadSeconds / end)
                .max()
                .orElseThrow();
        return new Result(blocks * BLOCK_MB / end, max);
    }

    /** Returns the rate in MB/s at which a number of readers read a number of blocks, until the last one has ended. */
    double toTheEnd(int readers, int blocks) {
        return blocks * BLOCK_MB / run(readers, blocks, blocks);
    }

    private double run(int readers, int blocks, int reads) {
        for (int i = 0; i < readers; i++) {
            read();
        }
        double now = 0;
        for (int done = 0; done < blocks; ) {
            Device next = null;
            double step = Double.POSITIVE_INFINITY;
            boolean heartbeat = false;
            for (Device device : devices) {
                if (device.secondsToEnd() < step) {
                    next = device;
                    step = device.secondsToEnd();
                    heartbeat = false;
                }
                if (device.nextHeartbeat - now < step) {
                    next = device;
                    step = device.nextHeartbeat - now;
                    heartbeat = true;
                }
            }
            now += step;
            for (Device device : devices) {
                device.pass(step);
            }
            if (heartbeat) {
                next.reported = next.ends.size();
                next.nextHeartbeat += HEARTBEAT_SECONDS;
            } else {
                next.ends.remove();
                done++;
                if (done <= reads - readers) {
                    read();
                }
            }
        }
        return now;
    }

    /** Returns the rank of the tier with the hot block's most loaded replica. */
    int mostLoadedTier() {
        Device most = hot[0];
        for (Device device : hot) {
            most = device.loadSeconds > most.loadSeconds ? device : most;
        }
        return most.rank;
    }
}
