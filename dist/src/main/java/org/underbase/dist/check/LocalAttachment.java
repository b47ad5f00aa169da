package org.underbase.dist.check;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.Attachments;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.record.TracerMXBean;

/** State of the tracer for {@code hdfs://} in this process: attached, and one of its events is on disk. */
final class LocalAttachment {
    static final String PART = "tracer here";

    private static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";
    /** Calls on different files if only a sample of all files is recorded. */
    private static final int SAMPLED_CALLS = 200;

    private LocalAttachment() {}

    /**
     * Checks the file system that the configuration selects.
     *
     * @return failed if the file system has another class than the configured one, or its tracer writes no event; unknown if
     *     the tracer is not configured or does not record by configuration
     * @throws IOException if the file system cannot be created or does not answer
     */
    static Finding of(Configuration conf) throws IOException {
        String wanted = conf.getTrimmed("fs.hdfs.impl", "");
        if (!wanted.equals(TRACED)) {
            return Finding.unknown(PART, "not configured: fs.hdfs.impl is not " + TRACED);
        }
        URI hdfs = FileSystem.getDefaultUri(conf);
        if (!"hdfs".equals(hdfs.getScheme())) {
            return Finding.unknown(PART, "fs.defaultFS is " + hdfs + ", not HDFS");
        }
        try (FileSystem fs = FileSystem.newInstance(hdfs, conf)) {
            String found = fs.getClass().getName();
            return found.equals(TRACED)
                    ? written(fs, Tracer.of(conf))
                    : Finding.failed(PART, "hdfs:// is " + found + " although fs.hdfs.impl is " + wanted);
        }
    }

    /** Calls the traced file system until an event is on disk. */
    private static Finding written(FileSystem fs, Tracer tracer) throws IOException {
        TracerMXBean bean = tracer.bean();
        boolean sampled = bean.getSampling() < 1;
        for (int i = 0; i < (sampled ? SAMPLED_CALLS : 1); i++) {
            fs.exists(new Path("/underbase-check-" + i));
        }
        boolean flushed = tracer.flush();
        String trace = " to " + bean.getDirectory() + " (" + Attachments.summary() + ")";
        if (flushed && bean.getEventsWritten() > 0) {
            return Finding.ok(PART, "hdfs:// wrote " + bean.getEventsWritten() + " events" + trace);
        }
        if (!fs.getConf().getBoolean("underbase.trace.enabled", true)) {
            return Finding.unknown(PART, "not recording: underbase.trace.enabled is false");
        }
        if (!bean.getFailure().isEmpty()) {
            return Finding.failed(PART, "hdfs:// is attached, but cannot record: " + bean.getFailure());
        }
        if (flushed && bean.isOn() && sampled) {
            return Finding.unknown(PART, "underbase.trace.sampling selects none of " + SAMPLED_CALLS + " files");
        }
        return Finding.failed(
                PART,
                "hdfs:// is attached, but wrote no event" + trace
                        + (bean.getWriteFailure().isEmpty() ? "" : ", " + bean.getWriteFailure())
                        + ": run this command as a user who may write there");
    }

    /** Whether the configuration enables the tracer. */
    static boolean wanted(Configuration conf) {
        return conf.getTrimmed("fs.hdfs.impl", "").startsWith("org.underbase.htfs.");
    }
}
