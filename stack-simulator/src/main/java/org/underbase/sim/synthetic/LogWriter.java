package org.underbase.sim.synthetic;

import java.util.SplittableRandom;
import org.underbase.sim.request.Activity;

/** Log of one machine: small appends to a file, which is replaced when it is full and deleted later. */
final class LogWriter implements Source {
    private static final double LEAST = 0.2;

    private final Generator generator;
    private final boolean received;
    private final SplittableRandom random;
    private StoreFile file;
    private long position;

    LogWriter(Generator generator, boolean received, SplittableRandom random) {
        this.generator = generator;
        this.received = received;
        this.random = random;
    }

    @Override
    public long run(long now) {
        Calibration calibration = generator.calibration;
        if (file == null || position >= file.bytes) {
            if (file != null) {
                StoreFile full = file;
                generator.schedule(now + (long) (calibration.logLifeMinutes() * Generator.MINUTE), time -> {
                    full.delete(generator.listener, time);
                    return FINISHED;
                });
            }
            file = generator.create(now, Activity.LOG, calibration.logFileBytes(), received);
            position = 0;
        }
        // Exponential sizes with a minimum keep the mean.
        double exponential = -Math.log(1 - random.nextDouble());
        int bytes = (int) (calibration.logCallBytes() * (LEAST + (1 - LEAST) * exponential)) + 1;
        file.request(generator.listener, now, Activity.LOG, position, bytes, received);
        position += bytes;
        return generator.next(now, calibration.logCallsPerSecond(), random);
    }
}
