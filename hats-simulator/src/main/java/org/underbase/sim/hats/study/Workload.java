package org.underbase.sim.hats.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.sim.hats.job.Job;
import org.underbase.sim.hats.job.SwimJobs;

/**
 * Jobs of a run and the lengths of their inputs.
 *
 * @param jobs jobs in the order of their submission
 * @param inputs length of each input, in bytes, in the order of its first use
 */
public record Workload(List<Job> jobs, Map<String, Long> inputs) {
    private static final double DAY = 86_400;
    private static final double TB = 1e12;
    private static final double GB = 1e9;

    /** Sums and duration of the paper (section V-H). */
    public static final double PAPER_INPUT_TB = 70;

    private static final double PAPER_DAYS = 21;
    private static final double PAPER_SHUFFLE = 17 * GB;
    private static final double PAPER_OUTPUT = 13 * GB;

    /**
     * Reads traces, one day each, and joins them.
     *
     * @param traces names of included workloads, or paths
     * @param inputTerabytes bytes of all inputs, in TB; 0 for the volumes and times of the traces, otherwise the paper's
     *     shuffle and output in proportion
     * @throws IllegalArgumentException if a trace is invalid, or has no input to scale
     */
    public static Workload read(List<String> traces, double inputTerabytes) throws IOException {
        List<Job> jobs = new ArrayList<>();
        for (int day = 0; day < traces.size(); day++) {
            for (Job job : SwimJobs.read(traces.get(day))) {
                jobs.add(new Job(
                        job.submitSeconds() + day * DAY,
                        job.inputBytes(),
                        job.shuffleBytes(),
                        job.outputBytes(),
                        job.input()));
            }
        }
        if (inputTerabytes > 0 && jobs.stream().allMatch(job -> job.inputBytes() == 0)) {
            throw new IllegalArgumentException(
                    "cannot scale the input to " + inputTerabytes + " TB: all jobs have an empty input");
        }
        double part = inputTerabytes / PAPER_INPUT_TB;
        List<Job> scaled = inputTerabytes == 0
                ? jobs
                : SwimJobs.scaled(
                        jobs, PAPER_DAYS * DAY, inputTerabytes * TB, PAPER_SHUFFLE * part, PAPER_OUTPUT * part);
        Map<String, Long> inputs = new LinkedHashMap<>();
        scaled.forEach(job -> inputs.merge(job.input(), job.inputBytes(), Math::max));
        return new Workload(scaled, inputs);
    }

    /** Returns the bytes that all jobs read, in TB. */
    public double inputTerabytes() {
        return SwimJobs.sum(jobs, Job::inputBytes) / TB;
    }

    /** Returns the length of all inputs, in bytes. */
    double storedBytes() {
        return inputs.values().stream().mapToDouble(bytes -> bytes).sum();
    }
}
