package org.underbase.htfs.imports;

import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** An event that a source describes; what it does not describe has the value that the format defines for that. */
final class ImportedEvent implements TraceEvent {
    private final long start;
    private final Call call;
    private long duration;
    private String thread = "";
    private String user = "";
    private long file = -1;
    private String path = "";
    private String other = "";
    private FileIdentity identity = FileIdentity.NONE;
    private long stream = -1;
    private long offset = -1;
    private long length = -1;
    private long result = -1;
    private String exception = "";
    private String detail = "";

    /**
     * Creates an event.
     *
     * @param start start in nanoseconds since the epoch
     * @param call the call
     */
    ImportedEvent(long start, Call call) {
        this.start = start;
        this.call = call;
    }

    ImportedEvent taking(long nanos) {
        duration = nanos;
        return this;
    }

    ImportedEvent by(String userName, String threadName) {
        user = userName;
        thread = threadName;
        return this;
    }

    ImportedEvent on(long fileId, String filePath) {
        file = fileId;
        path = filePath;
        return this;
    }

    ImportedEvent through(long streamId) {
        stream = streamId;
        return this;
    }

    ImportedEvent of(FileIdentity fileIdentity) {
        identity = fileIdentity;
        return this;
    }

    ImportedEvent to(String otherPath) {
        other = otherPath;
        return this;
    }

    /** Sets the range of a call; the length is also the requested one. */
    ImportedEvent moving(long from, long bytes) {
        offset = from;
        length = bytes;
        result = bytes;
        return this;
    }

    ImportedEvent at(long from) {
        offset = from;
        return this;
    }

    ImportedEvent asking(long bytes) {
        length = bytes;
        return this;
    }

    ImportedEvent returning(long value) {
        result = value;
        return this;
    }

    ImportedEvent failing(String exceptionClass) {
        exception = exceptionClass;
        result = -1;
        return this;
    }

    ImportedEvent with(String text) {
        detail = text;
        return this;
    }

    @Override
    public long startNanos() {
        return start;
    }

    @Override
    public long durationNanos() {
        return duration;
    }

    @Override
    public Call call() {
        return call;
    }

    /** The reader derives it from the other fields. */
    @Override
    public Activity activity() {
        return Activity.OTHER;
    }

    /** The writer's process decides this field and the next two. */
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
    public String thread() {
        return thread;
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public long fileId() {
        return file;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String otherPath() {
        return other;
    }

    @Override
    public long inode() {
        return -1;
    }

    @Override
    public FileIdentity identity() {
        return identity;
    }

    @Override
    public long streamId() {
        return stream;
    }

    @Override
    public long group() {
        return -1;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long result() {
        return result;
    }

    @Override
    public String exception() {
        return exception;
    }

    @Override
    public String detail() {
        return detail;
    }

    @Override
    public TraceEvent copy() {
        throw new UnsupportedOperationException("an imported event is only written");
    }
}
