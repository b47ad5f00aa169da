package org.underbase.bench.tracer.hbase;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of the threads of a process, from {@code /proc/PID/task/TID/schedstat}: nanoseconds, where {@code stat} has ticks of
 * 10 ms. A thread that has ended is not contained.
 *
 * @param tracerNanos CPU time of the threads that the tracer started, in nanoseconds
 * @param otherNanos CPU time of all other threads, in nanoseconds
 */
record TaskTimes(long tracerNanos, long otherNanos) {
    /** The kernel keeps 15 characters of a thread's name. */
    private static final String TRACER_THREADS = "underbase-trace";

    /** Reads the times of a process. */
    static TaskTimes of(long pid) throws IOException {
        TaskTimes sum = new TaskTimes(0, 0);
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                sum = sum.plus(ofTask(task));
            }
        }
        return sum;
    }

    private static TaskTimes ofTask(Path task) throws IOException {
        try {
            String name = Files.readString(task.resolve("comm"));
            String times = Files.readString(task.resolve("schedstat"));
            long nanos = Long.parseLong(times.substring(0, times.indexOf(' ')));
            return name.startsWith(TRACER_THREADS) ? new TaskTimes(nanos, 0) : new TaskTimes(0, nanos);
        } catch (IOException e) {
            if (Files.exists(task)) {
                throw e;
            }
            return new TaskTimes(0, 0);
        }
    }

    private TaskTimes plus(TaskTimes other) {
        return new TaskTimes(tracerNanos + other.tracerNanos, otherNanos + other.otherNanos);
    }
}
