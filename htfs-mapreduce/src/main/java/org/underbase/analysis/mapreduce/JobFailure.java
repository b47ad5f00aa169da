package org.underbase.analysis.mapreduce;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cause of the failure of a job, as one line.
 *
 * @param job name and ID of the job
 * @param node node of the task that failed; empty if none has
 * @param diagnostics text of the framework
 */
record JobFailure(String job, String node, String diagnostics) {
    private static final Logger LOG = LoggerFactory.getLogger(JobFailure.class);
    private static final Pattern OLD_JAVA = Pattern.compile("UnsupportedClassVersionError.*up to (\\d+)\\.");
    private static final Pattern CAUSE = Pattern.compile("(?:^|\\n)(?:Error: |Caused by: )(.+)");
    /** Version of class files of Java 1.0. */
    private static final int CLASS_VERSION = 44;

    private static final int BATCH = 100;

    /** Finds the cause of a failed job: that of its first failed attempt of a task, which explains the others. */
    static JobFailure of(Job job) throws IOException, InterruptedException {
        String name = job.getJobName() + " (" + job.getJobID() + ")";
        try {
            Optional<TaskCompletionEvent> failed = firstFailed(job);
            if (failed.isPresent()) {
                String[] lines = job.getTaskDiagnostics(failed.get().getTaskAttemptId());
                return new JobFailure(name, node(failed.get()), String.join("\n", lines));
            }
        } catch (IOException e) {
            LOG.debug("The history of {} is not available", name, e);
        }
        return new JobFailure(name, "", job.getStatus().getFailureInfo());
    }

    private static Optional<TaskCompletionEvent> firstFailed(Job job) throws IOException, InterruptedException {
        int from = 0;
        while (true) {
            TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, BATCH);
            for (TaskCompletionEvent event : events) {
                if (event.getStatus() == TaskCompletionEvent.Status.FAILED
                        || event.getStatus() == TaskCompletionEvent.Status.TIPFAILED) {
                    return Optional.of(event);
                }
            }
            if (events.length == 0) {
                return Optional.empty();
            }
            from += events.length;
        }
    }

    private static String node(TaskCompletionEvent event) {
        String address = event.getTaskTrackerHttp();
        String host = address == null || address.isEmpty()
                ? null
                : URI.create(address).getHost();
        return host == null ? "" : host;
    }

    String message() {
        String where = job + " failed" + (node.isEmpty() ? "" : " on " + node) + ": ";
        Matcher old = OLD_JAVA.matcher(diagnostics);
        if (old.find()) {
            return where + "its containers run Java " + (Integer.parseInt(old.group(1)) - CLASS_VERSION)
                    + ", but Underbase requires Java 17 or newer; set -D mapreduce.map.env=JAVA_HOME=DIR and -D"
                    + " mapreduce.reduce.env=JAVA_HOME=DIR to a newer JDK on the nodes";
        }
        Matcher cause = CAUSE.matcher(diagnostics);
        String text = cause.find() ? cause.group(1) : diagnostics;
        return where + text.strip().lines().findFirst().orElse("no cause is known; see yarn logs of the application");
    }
}
