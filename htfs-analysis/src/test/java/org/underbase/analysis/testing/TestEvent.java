package org.underbase.analysis.testing;

import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** Event created by a test. */
public record TestEvent(
        long startNanos,
        long durationNanos,
        Call call,
        Activity activity,
        String host,
        String process,
        String thread,
        long fileId,
        String path,
        String otherPath,
        long streamId,
        long offset,
        long length,
        long result,
        String exception,
        String detail,
        FileIdentity identity,
        long inode,
        long sampling)
        implements TraceEvent {
    @Override
    public String label() {
        return "";
    }

    @Override
    public String user() {
        return "hbase";
    }

    @Override
    public long group() {
        return -1;
    }

    @Override
    public TraceEvent copy() {
        return this;
    }
}
