package org.underbase.sim.hats.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPInputStream;

/** Workloads of SWIM (Chen et al., MASCOTS '11): samples of one day of Facebook's jobs. */
public final class SwimJobs {
    /** Names of the included workloads. */
    public static final List<String> INCLUDED = List.of("FB-2009_0", "FB-2009_1", "FB-2010");

    private static final int SUBMITTED = 1;
    private static final int INPUT = 3;
    private static final int SHUFFLE = 4;
    private static final int OUTPUT = 5;
    private static final int PATH = 6;

    private SwimJobs() {}

    /**
     * Reads an included workload, or a file in SWIM's format: tab-separated name, time of submission, gap, bytes of input,
     * shuffle and output and, optionally, the name of the input.
     *
     * @param name name of an included workload, or a path
     * @return jobs in the order of their submission
     * @throws IllegalArgumentException if a line is invalid
     */
    public static List<Job> read(String name) throws IOException {
        try (InputStream in = INCLUDED.contains(name)
                        ? new GZIPInputStream(SwimJobs.class.getResourceAsStream("/swim/" + name + ".tsv.gz"))
                        : Files.newInputStream(Path.of(name));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<Job> jobs = new ArrayList<>();
            reader.lines().forEach(line -> jobs.add(parse(name, jobs.size() + 1, line)));
            return jobs;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Job parse(String name, int number, String line) {
        String[] fields = line.split("\t", -1);
        try {
            // A job without a name of its input is the only one that reads it.
            String input = fields.length > PATH && !fields[PATH].isBlank() ? fields[PATH] : name + ":" + number;
            Job job = new Job(
                    Double.parseDouble(fields[SUBMITTED]),
                    Long.parseLong(fields[INPUT]),
                    Long.parseLong(fields[SHUFFLE]),
                    Long.parseLong(fields[OUTPUT]),
                    input);
            if (!(job.submitSeconds() >= 0)
                    || Math.min(job.inputBytes(), Math.min(job.shuffleBytes(), job.outputBytes())) < 0) {
                throw new NumberFormatException("negative value");
            }
            return job;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "invalid line " + number + " of " + name
                            + ": expected at least 6 tab-separated fields, as in SWIM's" + " files",
                    e);
        }
    }

    /**
     * Scales jobs to given sums. A job keeps its share of each sum.
     *
     * @param jobs jobs
     * @param seconds time from the first to the last submission; 0 submits all at once
     * @param input bytes of all inputs
     * @param shuffle bytes of all shuffles
     * @param output bytes of all outputs
     */
    public static List<Job> scaled(List<Job> jobs, double seconds, double input, double shuffle, double output) {
        double last =
                Math.max(1, jobs.stream().mapToDouble(Job::submitSeconds).max().orElse(1));
        double inputFactor = input / sum(jobs, Job::inputBytes);
        double shuffleFactor = shuffle / sum(jobs, Job::shuffleBytes);
        double outputFactor = output / sum(jobs, Job::outputBytes);
        List<Job> scaled = new ArrayList<>();
        for (Job job : jobs) {
            scaled.add(new Job(
                    job.submitSeconds() * seconds / last,
                    Math.round(job.inputBytes() * inputFactor),
                    Math.round(job.shuffleBytes() * shuffleFactor),
                    Math.round(job.outputBytes() * outputFactor),
                    job.input()));
        }
        return scaled;
    }

    /** Returns a sum over all jobs, at least 1. */
    public static double sum(List<Job> jobs, ToLongFunction<Job> bytes) {
        return Math.max(
                1, jobs.stream().mapToDouble(job -> bytes.applyAsLong(job)).sum());
    }
}
