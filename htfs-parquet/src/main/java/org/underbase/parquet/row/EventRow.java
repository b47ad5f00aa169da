package org.underbase.parquet.row;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;

/** Row of the table of events. */
public final class EventRow {
    /** Key of an event on no file, or on one that the catalog does not contain. */
    public static final int NO_FILE = -1;

    /** Approximate memory of a row without its texts, which many rows share. */
    static final int BYTES = 256;

    /** The row before the first one. */
    static final EventRow FIRST = new EventRow();

    private int file = NO_FILE;
    private long start;
    private long duration;
    private long offset;
    private long length;
    private long result;
    private long inode;
    private long firstBlock;
    private long stream;
    private long group;
    private long sampling;
    private boolean system;
    private Call call = Call.UNKNOWN;
    private Activity activity = Activity.OTHER;
    private SubActivity part = SubActivity.NONE;
    private String host = "";
    private String process = "";
    private String label = "";
    private String thread = "";
    private String user = "";
    private String path = "";
    private String otherPath = "";
    private String exception = "";
    private String detail = "";

    private EventRow() {}

    /** Creates the row of an event on a file. */
    public EventRow(TraceEvent event, int file) {
        this.file = file;
        start = event.startNanos();
        duration = event.durationNanos();
        offset = event.offset();
        length = event.length();
        result = event.result();
        inode = event.inode();
        firstBlock = event.identity().firstBlock();
        stream = event.streamId();
        group = event.group();
        sampling = event.sampling();
        system = event.place().system();
        call = event.call();
        activity = event.activity();
        part = event.subActivity();
        host = event.host();
        process = event.process();
        label = event.label();
        thread = event.thread();
        user = event.user();
        path = event.path();
        otherPath = event.otherPath();
        exception = event.exception();
        detail = event.detail();
    }

    /** Passes all fields as their differences from the row before, and returns a row with the results. */
    EventRow transfer(Fields fields, EventRow before) throws IOException {
        EventRow row = new EventRow();
        row.file = (int) (before.file + fields.number(file - before.file));
        row.start = before.start + fields.number(start - before.start);
        row.duration = fields.number(duration);
        row.offset = fields.number(offset);
        row.length = fields.number(length);
        row.result = fields.number(result);
        row.inode = before.inode + fields.number(inode - before.inode);
        row.firstBlock = before.firstBlock + fields.number(firstBlock - before.firstBlock);
        row.stream = before.stream + fields.number(stream - before.stream);
        row.group = before.group + fields.number(group - before.group);
        row.sampling = before.sampling + fields.number(sampling - before.sampling);
        row.system = fields.flag(system);
        row.call = Call.ofCode((int) fields.number(call.code()));
        row.activity = constant(fields, activity, Activity.values());
        row.part = constant(fields, part, SubActivity.values());
        row.host = text(fields, host, before.host);
        row.process = text(fields, process, before.process);
        row.label = text(fields, label, before.label);
        row.thread = text(fields, thread, before.thread);
        row.user = text(fields, user, before.user);
        row.path = text(fields, path, before.path);
        row.otherPath = text(fields, otherPath, before.otherPath);
        row.exception = text(fields, exception, before.exception);
        row.detail = text(fields, detail, before.detail);
        return row;
    }

    // Ordinals are safe here: the temporary files do not outlive the process.
    @SuppressWarnings("EnumOrdinal")
    private static <E extends Enum<E>> E constant(Fields fields, E value, E[] values) throws IOException {
        return values[(int) fields.number(value.ordinal())];
    }

    private static String text(Fields fields, String value, String before) throws IOException {
        return fields.flag(!value.equals(before)) ? fields.text(value) : before;
    }

    /** Returns the key of the file, or {@link #NO_FILE}. */
    public int file() {
        return file;
    }

    public long start() {
        return start;
    }

    public long duration() {
        return duration;
    }

    public long offset() {
        return offset;
    }

    public long length() {
        return length;
    }

    public long result() {
        return result;
    }

    public long inode() {
        return inode;
    }

    public long firstBlock() {
        return firstBlock;
    }

    public long stream() {
        return stream;
    }

    public long group() {
        return group;
    }

    /** Returns the fraction of the files that was recorded, in units of 1 / 2^32. */
    public long sampling() {
        return sampling;
    }

    /** Whether the path is of a table of HBase itself. */
    public boolean system() {
        return system;
    }

    public Call call() {
        return call;
    }

    public Activity activity() {
        return activity;
    }

    public SubActivity part() {
        return part;
    }

    public String host() {
        return host;
    }

    public String process() {
        return process;
    }

    public String label() {
        return label;
    }

    public String thread() {
        return thread;
    }

    public String user() {
        return user;
    }

    public String path() {
        return path;
    }

    public String otherPath() {
        return otherPath;
    }

    public String exception() {
        return exception;
    }

    public String detail() {
        return detail;
    }
}
