package org.underbase.analysis.mapreduce;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.analysis.run.Progress;

/** Execution of one job. An interrupted submitter kills it. */
final class JobRun {
    private static final Logger LOG = LoggerFactory.getLogger(JobRun.class);
    /** Before the deletion of the work directory at the exit, which the tasks read. */
    private static final int HOOK_PRIORITY = 100;

    private static final long POLL_MILLIS = 200;

    private final Job job;

    private JobRun(Job job) {
        this.job = job;
    }

    /**
     * Runs a job.
     *
     * @param bytes bytes of the trace
     * @param progress receives the progress, in bytes of the trace
     * @throws IOException if the job fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    static void run(Job job, long bytes, Progress progress) throws IOException, InterruptedException {
        JobRun run = new JobRun(job);
        Runnable hook = run::kill;
        try {
            job.submit();
            ShutdownHookManager.get().addShutdownHook(hook, HOOK_PRIORITY);
            LOG.info("Submitted {} as {}: {}", job.getJobName(), job.getJobID(), job.getTrackingURL());
            while (!job.isComplete()) {
                progress.done(Math.round(bytes * (double) (job.mapProgress() + job.reduceProgress()) / 2), bytes);
                Thread.sleep(POLL_MILLIS);
            }
        } catch (ClassNotFoundException e) {
            throw new IOException("cannot submit the job " + job.getJobName() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            run.kill();
            throw e;
        } finally {
            if (!ShutdownHookManager.get().isShutdownInProgress()) {
                ShutdownHookManager.get().removeShutdownHook(hook);
            }
        }
        if (!job.isSuccessful()) {
            throw new IOException(JobFailure.of(job).message());
        }
        progress.done(bytes, bytes);
    }

    private void kill() {
        try {
            job.killJob();
        } catch (IOException e) {
            LOG.warn("Cannot kill {}: end it with yarn application -kill", job.getJobID(), e);
        }
    }
}
