package org.underbase.sim.hats.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
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
    private static final double MOST_SECONDS = 1e9;
    private static final long MOST_BYTES = 1_000_000_000_000_000L;

    private SwimJobs() {}

    /**
     * Reads an included workload, or a file in SWIM's format: tab-separated name, time of submission, gap, bytes of input,
     * shuffle and output and, optionally, the name of the input. The name of a compressed file ends in {@code .gz}.
     *
     * @param name name of an included workload, or a path
     * @return jobs in the order of their submission, at least one
     * @throws IllegalArgumentException if a line is invalid, or the file is empty
     */
    public static List<Job> read(String name) throws IOException {
        boolean included = INCLUDED.contains(name);
        try (InputStream file = included
                        ? SwimJobs.class.getResourceAsStream("/swim/" + name + ".tsv.gz")
                        : Files.newInputStream(Path.of(name));
                InputStream in = included || name.endsWith(".gz") ? new GZIPInputStream(file) : file;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<Job> jobs = new ArrayList<>();
            reader.lines().forEach(line -> jobs.add(parse(name, jobs.size() + 1, line)));
            if (jobs.isEmpty()) {
                throw new IllegalArgumentException("invalid " + name + ": contains no job");
            }
            return jobs;
        } catch (UncheckedIOException e) {
            throw unreadable(name, e.getCause());
        } catch (FileSystemException e) {
            throw e.getReason() == null ? e : unreadable(name, e);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static IOException unreadable(String name, IOException e) {
        return new IOException("cannot read " + name + ": " + e.getMessage(), e);
    }

    private static Job parse(String name, int number, String line) {
        String[] fields = line.split("\t", PATH + 2);
        if (fields.length <= OUTPUT) {
            throw invalid(name, number, "expected at least 6 tab-separated fields, as in SWIM's files");
        }
        try {
            // A job without a name of its input is the only one that reads it.
            String input = fields.length > PATH && !fields[PATH].isBlank() ? fields[PATH] : name + ":" + number;
            Job job = new Job(
                    Double.parseDouble(fields[SUBMITTED]),
                    Long.parseLong(fields[INPUT]),
                    Long.parseLong(fields[SHUFFLE]),
                    Long.parseLong(fields[OUTPUT]),
                    input);
            if (!(job.submitSeconds() >= 0 && job.submitSeconds() <= MOST_SECONDS)) {
                throw invalid(name, number, "the time of submission must be between 0 and 1e9 s");
            }
            if (!isSize(job.inputBytes()) || !isSize(job.shuffleBytes()) || !isSize(job.outputBytes())) {
                throw invalid(name, number, "input, shuffle and output must be between 0 and 1e15 bytes");
            }
            return job;
        } catch (NumberFormatException e) {
            throw invalid(name, number, "expected numbers in the fields 2 and 4 to 6");
        }
    }

    private static boolean isSize(long bytes) {
        return bytes >= 0 && bytes <= MOST_BYTES;
    }

    private static IllegalArgumentException invalid(String name, int number, String reason) {
        return new IllegalArgumentException("invalid line " + number + " of " + name + ": " + reason);
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
