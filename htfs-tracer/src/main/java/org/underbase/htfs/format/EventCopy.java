package org.underbase.htfs.format;

/** An immutable event; equal to another if all fields are equal. */
record EventCopy(
        long startNanos,
        long durationNanos,
        Call call,
        Activity activity,
        long sampling,
        String host,
        String process,
        String label,
        String thread,
        long threadId,
        String user,
        long fileId,
        String path,
        String otherPath,
        long inode,
        FileIdentity identity,
        long streamId,
        long group,
        long offset,
        long length,
        long result,
        String exception,
        String detail)
        implements TraceEvent {

    static EventCopy of(TraceEvent event) {
        return new EventCopy(
                event.startNanos(),
                event.durationNanos(),
                event.call(),
                event.activity(),
                event.sampling(),
                event.host(),
                event.process(),
                event.label(),
                event.thread(),
                event.threadId(),
                event.user(),
                event.fileId(),
                event.path(),
                event.otherPath(),
                event.inode(),
                event.identity(),
                event.streamId(),
                event.group(),
                event.offset(),
                event.length(),
                event.result(),
                event.exception(),
                event.detail());
    }

    @Override
    public TraceEvent copy() {
        return this;
    }
}
