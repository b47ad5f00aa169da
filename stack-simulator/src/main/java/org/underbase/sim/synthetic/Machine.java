package org.underbase.sim.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.sim.request.Activity;

/** Flushes and compactions of one RegionServer. */
final class Machine {
    private static final double FLUSH_SIGMA = 0.8;
    private static final double OLD_SIGMA = 0.7;
    private static final double OLD_RATIO = 4;
    private static final double MB = 1 << 20;
    private static final long LARGE = 64L << 20;

    private final Generator generator;
    private final boolean own;
    private final SplittableRandom random;
    private final List<Store> stores = new ArrayList<>();
    private double flushed;
    private double compacted;

    Machine(Generator generator, boolean own, SplittableRandom random) {
        this.generator = generator;
        this.own = own;
        this.random = random;
        Calibration calibration = generator.calibration;
        for (int i = 0; i < calibration.stores(); i++) {
            Store store = new Store();
            double bytes = Generator.lognormal(calibration.oldFileBytes(), OLD_SIGMA, random);
            // Sizes fall, so that the first flush does not compact all data.
            for (int j = 0; j < calibration.oldFiles(); j++) {
                store.files.add(generator.existing((long) bytes));
                bytes /= OLD_RATIO;
            }
            stores.add(store);
        }
    }

    /** Returns a random file with a probability in proportion to its size. */
    StoreFile randomFile(SplittableRandom choice) {
        long bound = (long) (generator.calibration.oldFileBytes() * 4);
        while (true) {
            List<StoreFile> files = stores.get(choice.nextInt(stores.size())).files;
            StoreFile file = files.get(choice.nextInt(files.size()));
            if (choice.nextLong(bound) < file.bytes) {
                return file;
            }
        }
    }

    long flush(long now) {
        Calibration calibration = generator.calibration;
        Store store = stores.get(random.nextInt(stores.size()));
        long bytes = 1 + (long) Generator.lognormal(calibration.flushMedianBytes(), FLUSH_SIGMA, random);
        flushed += bytes;
        StoreFile file = generator.create(now, Activity.FLUSH, bytes, !own);
        generator.schedule(now, new Job(List.of(), file, Activity.FLUSH, time -> {
            store.files.add(file);
            compact(time, store, store.minor());
        }));
        double mean = calibration.flushMedianBytes() * Math.exp(FLUSH_SIGMA * FLUSH_SIGMA / 2);
        return generator.next(now, calibration.flushMegabytesPerMinute() * MB / mean / 60, random);
    }

    /** Compacts large files when minor compactions write less than the calibration. */
    long rewrite(long now) {
        for (int tries = 0; tries < 20 && compacted < flushed * generator.calibration.compactionRatio(); tries++) {
            Store store = stores.get(random.nextInt(stores.size()));
            compact(now, store, store.tail(LARGE));
        }
        return generator.next(now, 1, random);
    }

    private void compact(long now, Store store, List<StoreFile> chosen) {
        if (chosen.isEmpty()) {
            return;
        }
        store.begin();
        List<StoreFile> inputs = List.copyOf(chosen);
        long bytes = inputs.stream().mapToLong(file -> file.bytes).sum();
        double scale = 1 / generator.calibration.inputPerOutput();
        StoreFile output = generator.create(now, Activity.COMPACTION_WRITE, 1 + (long) (bytes * scale), !own);
        compacted += output.bytes;
        generator.schedule(now, new Job(inputs, output, Activity.COMPACTION_WRITE, time -> {
            double start = 0;
            for (StoreFile input : inputs) {
                input.replace(output, start, scale);
                start += input.bytes * scale;
                input.delete(generator.listener, time);
            }
            store.replace(inputs, output);
        }));
    }

    /** Action at the end of a job. */
    private interface End {
        void run(long now);
    }

    /** Flush or compaction: reads its inputs and writes its output in small calls, at a constant speed. */
    private final class Job implements Source {
        private final List<StoreFile> inputs;
        private final StoreFile output;
        private final Activity activity;
        private final End end;
        private int input;
        private long read;
        private long written;
        private double inputBytes;

        Job(List<StoreFile> inputs, StoreFile output, Activity activity, End end) {
            this.inputs = inputs;
            this.output = output;
            this.activity = activity;
            this.end = end;
        }

        @Override
        public long run(long now) {
            if (written >= output.bytes) {
                end.run(now);
                return FINISHED;
            }
            Calibration calibration = generator.calibration;
            int call = calibration.compactionCallBytes();
            if (!inputs.isEmpty()) {
                readUpTo(now, (written + call) * calibration.inputPerOutput());
            }
            output.request(generator.listener, now, activity, written, call, !own);
            written += call;
            double speed = activity == Activity.FLUSH
                    ? calibration.flushBytesPerSecond()
                    : calibration.compactionBytesPerSecond();
            return now + 1 + (long) (call / speed * Generator.SECOND);
        }

        private void readUpTo(long now, double bytes) {
            int block = generator.calibration.blockBytes();
            while (input < inputs.size() && inputBytes < bytes) {
                StoreFile file = inputs.get(input);
                file.request(generator.listener, now, Activity.COMPACTION_READ, read, block, !own);
                read += block;
                inputBytes += block;
                if (read >= file.bytes) {
                    input++;
                    read = 0;
                }
            }
        }
    }
}
