package org.underbase.bench.analysis.trace;

import org.underbase.htfs.format.Activities;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** Event on a file. A writer adds the names of the process. */
record GeneratedEvent(
        long startNanos,
        long durationNanos,
        Call call,
        String thread,
        GeneratedFile file,
        String path,
        String otherPath,
        long streamId,
        long offset,
        long length,
        long result,
        String detail)
        implements TraceEvent {
    @Override
    public Activity activity() {
        return Activities.classify(path, thread, call);
    }

    @Override
    public String host() {
        return "";
    }

    @Override
    public String process() {
        return "";
    }

    @Override
    public String label() {
        return "";
    }

    @Override
    public String user() {
        return "";
    }

    @Override
    public long fileId() {
        return file.id();
    }

    @Override
    public long inode() {
        return file.inode();
    }

    @Override
    public FileIdentity identity() {
        return file.identity();
    }

    @Override
    public long group() {
        return -1;
    }

    @Override
    public String exception() {
        return "";
    }

    @Override
    public TraceEvent copy() {
        return this;
    }
}
