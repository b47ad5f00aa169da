package org.underbase.replay.trace;

import org.underbase.htfs.format.Activities;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Builder of an event; its fields have the values of a call that succeeded. */
public final class Traced implements TraceEvent {
    private final Call call;
    private long start;
    private long duration;
    private String thread = "main";
    private long file = -1;
    private String path = "";
    private String other = "";
    private long stream = -1;
    private long offset = -1;
    private long length = -1;
    private long result = 1;
    private String exception = "";
    private String detail = "";

    private Traced(Call call) {
        this.call = call;
    }

    /** Begins an event. */
    public static Traced call(Call call, String path) {
        Traced event = new Traced(call);
        event.path = path;
        return event;
    }

    /** Sets the start and the end. */
    public Traced at(long from, long to) {
        start = from;
        duration = to - from;
        return this;
    }

    public Traced by(String name) {
        thread = name;
        return this;
    }

    public Traced on(long streamId) {
        stream = streamId;
        return this;
    }

    public Traced file(long id) {
        file = id;
        return this;
    }

    public Traced to(String second) {
        other = second;
        return this;
    }

    public Traced range(long from, long count) {
        offset = from;
        length = count;
        result = count;
        return this;
    }

    public Traced length(long bytes) {
        length = bytes;
        return this;
    }

    public Traced result(long value) {
        result = value;
        return this;
    }

    public Traced failed() {
        exception = "java.io.FileNotFoundException";
        result = -1;
        return this;
    }

    public Traced detail(String pairs) {
        detail = pairs;
        return this;
    }

    /** Returns the call; its paths in the replay are the traced ones. */
    public Operation operation() {
        return new Operation(this, 0, (int) file, path, other);
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

    @Override
    public Activity activity() {
        return Activities.classify(path, thread, call);
    }

    @Override
    public String host() {
        return "host";
    }

    @Override
    public String process() {
        return "1@1";
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
        return "user";
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
        return this;
    }

    @Override
    public String toString() {
        return call.label() + " " + path + " by " + thread + " at " + start + " to " + (start + duration);
    }
}
