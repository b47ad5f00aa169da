package org.underbase.sim.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Generator of the requests of one DataNode, which stores the files of its own RegionServer and those of two neighbors. The
 * same calibration and seed generate the same requests.
 */
public final class Generator {
    static final double SECOND = 1e9;
    static final double MINUTE = 60 * SECOND;

    private static final int MACHINES = 3;
    private static final double DAY = 24 * 60 * MINUTE;

    final Calibration calibration;
    final RequestListener listener;
    private final SplittableRandom seeds;
    private final PriorityQueue<Scheduled> queue = new PriorityQueue<>();
    private int locals;
    private long sequence;

    /**
     * Creates a generator.
     *
     * @param calibration marginals
     * @param seed seed of random choices
     * @param listener receiver of the requests
     */
    public Generator(Calibration calibration, long seed, RequestListener listener) {
        this.calibration = calibration;
        this.seeds = new SplittableRandom(seed);
        this.listener = listener;
    }

    /** Call of a source at a time. */
    private record Scheduled(long time, long sequence, Source source) implements Comparable<Scheduled> {
        @Override
        public int compareTo(Scheduled other) {
            return time == other.time ? Long.compare(sequence, other.sequence) : Long.compare(time, other.time);
        }
    }

    /**
     * Prepares the sources of requests.
     *
     * @param end end of the input in nanoseconds; the start is 0
     */
    public void start(long end) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < MACHINES; i++) {
            Machine machine = new Machine(this, i == 0, seeds.split());
            machines.add(machine);
            schedule(0, machine::flush);
            schedule(0, machine::rewrite);
            schedule(0, new LogWriter(this, i > 0, seeds.split()));
        }
        schedule(0, new UserReads(this, machines.get(0), seeds.split(), end));
    }

    /** Generates the requests before a time in nanoseconds. */
    public void runUntil(long time) {
        while (queue.peek().time() < time) {
            Scheduled next = queue.poll();
            schedule(next.source().run(next.time()), next.source());
        }
    }

    void schedule(long time, Source source) {
        if (time != Source.FINISHED) {
            queue.add(new Scheduled(time, sequence++, source));
        }
    }

    /** Creates a file that exists at the start. */
    StoreFile existing(long bytes) {
        StoreFile file = new StoreFile(locals, bytes);
        locals += file.localFiles();
        return file;
    }

    StoreFile create(long time, Activity activity, long bytes, boolean received) {
        StoreFile file = existing(bytes);
        file.created(listener, time, activity, received);
        return file;
    }

    /** Returns the time of the next event of a Poisson process whose rate follows the daily cycle. */
    long next(long now, double perSecond, SplittableRandom random) {
        double rate = perSecond * (1 + calibration.dailyCycle() * Math.sin(2 * Math.PI * now / DAY));
        return now + 1 + (long) (-Math.log(1 - random.nextDouble()) / rate * SECOND);
    }

    static double lognormal(double median, double sigma, SplittableRandom random) {
        double normal = Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
        return median * Math.exp(sigma * normal);
    }
}
