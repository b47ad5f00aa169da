package org.underbase.combinedlog.client;

import java.io.IOException;

/**
 * Name of a thread while it calls HDFS for a log. The tracer recognizes the calls of this API by that name, because the paths of
 * logs are arbitrary.
 */
final class LogThread {
    static final String PREFIX = "combinedlog-";

    private LogThread() {}

    /** Calls of HDFS. */
    @FunctionalInterface
    interface Task<T> {
        T run() throws IOException;
    }

    /** Runs a task while the name of the thread has the prefix. */
    static <T> T run(Task<T> task) throws IOException {
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        if (name.startsWith(PREFIX)) {
            return task.run();
        }
        thread.setName(PREFIX + name);
        try {
            return task.run();
        } finally {
            thread.setName(name);
        }
    }
}
