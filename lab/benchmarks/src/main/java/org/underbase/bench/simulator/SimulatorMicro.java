package org.underbase.bench.simulator;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.disk.PaperDisk;

/** Costs per request. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimulatorMicro {
    /** Mean number of pages of a read of 34 KiB that begins at a multiple of 34 KiB. */
    static final int PAGES = 9;

    /** Reads that are in the queue of the study at once: a fifth of its calls. */
    private static final int CALLS = 100;

    /** Full stack, with reads of random blocks of ten times its size; a few files receive most reads. */
    @State(Scope.Thread)
    public static class Stack {
        private static final int PAGE = 4096;
        private static final int PAGES_PER_GB = 1 << 18;
        private static final int STEP = 10;
        private static final int FILES_PER_GB = 40;
        private static final int BLOCK = 34 << 10;
        private static final int BLOCKS = (256 << 20) / BLOCK;
        /** Touches per page of the stack that fill it: about four in ten insert a block of 8.5 pages. */
        private static final double TOUCHES = 0.35;

        /** Size of the stack. */
        @Param("400")
        public int gigabytes;

        private final int[] files = new int[CALLS];
        private final int[] firsts = new int[CALLS];
        private final int[] pages = new int[CALLS];

        private final SplittableRandom random = new SplittableRandom(7);
        private LruStack stack;

        /** Fills the stack. */
        @Setup(Level.Trial)
        public void fill() {
            int[] sizes = new int[gigabytes / STEP];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = (i + 1) * STEP * PAGES_PER_GB;
            }
            stack = new LruStack(gigabytes * PAGES_PER_GB, new StackCounts(sizes, 1));
            for (long i = (long) (TOUCHES * gigabytes * PAGES_PER_GB); i > 0; i -= CALLS) {
                touch();
            }
        }

        private void touch() {
            for (int i = 0; i < CALLS; i++) {
                double drawn = random.nextDouble();
                double skewed = drawn * drawn * drawn * drawn * drawn * drawn;
                files[i] = (int) (gigabytes * FILES_PER_GB * skewed);
                int offset = random.nextInt(BLOCKS) * BLOCK;
                firsts[i] = offset / PAGE;
                pages[i] = (offset + BLOCK - 1) / PAGE - firsts[i] + 1;
            }
            stack.prefetch(files, firsts, CALLS);
            for (int i = 0; i < CALLS; i++) {
                stack.touch(files[i], firsts[i], pages[i]);
            }
        }
    }

    /** Disk with three logs, whose writes interrupt reads at random offsets. */
    @State(Scope.Thread)
    public static class Requests {
        private static final int LOGS = 3;
        private static final int READ_EVERY = 50;
        private static final int FILES = 1_000;
        private static final long GAP = 1_000_000;

        private final Disk disk = new Disk(PaperDisk.DEFAULT, new DiskStatistics(2));
        private final SplittableRandom random = new SplittableRandom(7);
        private long time;
        private int count;

        private void submit() {
            time += random.nextLong(2 * GAP);
            count++;
            if (count % READ_EVERY == 0) {
                disk.submit(time, LOGS + random.nextInt(FILES), random.nextInt(1 << 16), PAGES, 1, false);
            } else {
                disk.submit(time, count % LOGS, (count / LOGS) & 0xFFFF, 2, 0, true);
            }
        }
    }

    /** Finds the distances of the pages of a block, for caches of all sizes. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void touch(Stack stack) {
        stack.touch();
    }

    /** Simulates a request to a disk. */
    @Benchmark
    public void submit(Requests requests) {
        requests.submit();
    }
}
