package org.underbase.bench.tiers.mapreduce;

import java.util.List;

/**
 * Successful run of a program and its jobs.
 *
 * @param seconds time from its start to its end, in seconds
 * @param jobs its jobs, in the order of their submission
 */
public record ToolResult(double seconds, List<JobRun> jobs) {
    /** Copies the jobs. */
    public ToolResult {
        jobs = List.copyOf(jobs);
    }

    /** Returns the first job: of Grep, the search. */
    public JobRun first() {
        return jobs.get(0);
    }
}
