package org.underbase.workload.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Collector of latencies by type. Any thread records; one thread {@linkplain #collect collects} at each interval and reads
 * the totals.
 */
final class Meter {
    private static final int DIGITS = 3;

    private final List<String> names;
    private final List<Recorder> recorders = new ArrayList<>();
    private final List<Histogram> totals = new ArrayList<>();
    private final List<LongAdder> errors = new ArrayList<>();
    private final Recorder serviceRecorder = new Recorder(DIGITS);
    private final Histogram service = new Histogram(DIGITS);
    private final LongAdder done = new LongAdder();

    Meter(List<String> names) {
        this.names = List.copyOf(names);
        for (int i = 0; i < names.size(); i++) {
            recorders.add(new Recorder(DIGITS));
            totals.add(new Histogram(DIGITS));
            errors.add(new LongAdder());
        }
    }

    void record(int type, long latency, long serviceTime) {
        recorders.get(type).recordValue(Math.max(0, latency));
        serviceRecorder.recordValue(Math.max(0, serviceTime));
        done.increment();
    }

    void error(int type) {
        errors.get(type).increment();
    }

    long errors() {
        return errors.stream().mapToLong(LongAdder::sum).sum();
    }

    /** Returns the number of successful operations. */
    long done() {
        return done.sum();
    }

    /** Adds the latencies since the last call to the totals and returns those of all types in one histogram. */
    Histogram collect(HistogramSink sink, double fromSeconds, double toSeconds) {
        Histogram all = new Histogram(DIGITS);
        for (int i = 0; i < recorders.size(); i++) {
            Histogram interval = recorders.get(i).getIntervalHistogram();
            totals.get(i).add(interval);
            all.add(interval);
            if (interval.getTotalCount() > 0) {
                sink.interval(names.get(i), fromSeconds, toSeconds, interval);
            }
        }
        service.add(serviceRecorder.getIntervalHistogram());
        return all;
    }

    List<Measurement.Type> types() {
        List<Measurement.Type> types = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            types.add(new Measurement.Type(names.get(i), errors.get(i).sum(), totals.get(i)));
        }
        return types;
    }

    Histogram service() {
        return service;
    }
}
