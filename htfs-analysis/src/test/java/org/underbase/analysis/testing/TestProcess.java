package org.underbase.analysis.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;

/**
 * Script of a traced process: each method adds an event. Time advances only by {@link #pass} and the duration of calls.
 */
public final class TestProcess {
    /** Start of every test trace: 2026-01-01 00:00 UTC. */
    public static final long START_NANOS = 1_767_225_600_000_000_000L;

    private final String host;
    private final String process;
    private final List<TestEvent> events = new ArrayList<>();
    private final Map<String, Long> ids = new HashMap<>();
    private final Map<Long, String> paths = new HashMap<>();
    private final Map<Long, Long> fileOfStream = new HashMap<>();
    private final Map<Long, Long> position = new HashMap<>();
    private long lastFile;
    private long lastStream;
    private long now = START_NANOS;
    private long duration = 1000;
    private String thread = "main";
    private Activity activity = Activity.OTHER;
    private String failure = "";
    private FileIdentity identity = FileIdentity.NONE;
    private long inode = -1;
    private long sampling = BlockHeader.ALL;

    public TestProcess(String host, String process) {
        this.host = host;
        this.process = process;
    }

    public List<TestEvent> events() {
        return events;
    }

    public TestProcess pass(Duration time) {
        now += time.toNanos();
        return this;
    }

    public TestProcess at(long nanos) {
        now = nanos;
        return this;
    }

    /** Sets the duration of the following calls. */
    public TestProcess taking(Duration time) {
        duration = time.toNanos();
        return this;
    }

    public TestProcess in(String name) {
        thread = name;
        return this;
    }

    public TestProcess doing(Activity what) {
        activity = what;
        return this;
    }

    /** Lets the following calls be a fraction of all, in units of 1 / 2^32. */
    public TestProcess sampled(long fraction) {
        sampling = fraction;
        return this;
    }

    /** Lets the following calls be on a file with this identity. */
    public TestProcess on(FileIdentity known) {
        identity = known;
        return this;
    }

    /** Lets the following calls show an inode; -1: none. */
    public TestProcess inode(long id) {
        inode = id;
        return this;
    }

    /** Adds a read whose offset is unknown. */
    public TestProcess readSomewhere(long stream, long bytes) {
        return onStream(Call.READ, stream, -1, bytes, bytes);
    }

    /** Lets the next call fail. */
    public TestProcess failing(String exception) {
        failure = exception;
        return this;
    }

    /** Creates a file and returns the stream. */
    public long create(String path, int replication) {
        return make(Call.CREATE, path, "replication=" + replication + " blockSize=1048576");
    }

    public long create(String path, String detail) {
        return make(Call.CREATE, path, detail);
    }

    public long createWal(String path, int replication) {
        return make(Call.WAL_OPEN, path, "replication=" + replication + " blockSize=1048576");
    }

    private long make(Call call, String path, String detail) {
        // A failed call creates no file: its event has the ID of an existing one.
        if (failure.isEmpty()) {
            ids.put(path, ++lastFile);
            paths.put(lastFile, path);
        }
        return stream(call, path, detail);
    }

    public long open(String path) {
        return stream(Call.OPEN, path, "");
    }

    private long stream(Call call, String path, String detail) {
        long file = file(path);
        long stream = ++lastStream;
        fileOfStream.put(stream, file);
        position.put(stream, 0L);
        add(call, file, path, "", stream, 0, -1, 0, detail);
        return stream;
    }

    public TestProcess write(long stream, long bytes) {
        return move(Call.WRITE, stream, bytes);
    }

    public TestProcess writeWal(long stream, long bytes) {
        return move(Call.WAL_WRITE, stream, bytes);
    }

    public TestProcess read(long stream, long bytes) {
        return move(Call.READ, stream, bytes);
    }

    private TestProcess move(Call call, long stream, long bytes) {
        long at = position.get(stream);
        onStream(call, stream, at, bytes, failure.isEmpty() ? bytes : -1);
        position.put(stream, at + bytes);
        return this;
    }

    public TestProcess seek(long stream, long to) {
        onStream(Call.SEEK, stream, to, -1, 0);
        position.put(stream, to);
        return this;
    }

    public TestProcess pread(long stream, long offset, long bytes) {
        return onStream(Call.PREAD, stream, offset, bytes, bytes);
    }

    public TestProcess unbuffer(long stream) {
        return onStream(Call.UNBUFFER, stream, position.get(stream), -1, 0);
    }

    public TestProcess hsync(long stream) {
        return onStream(Call.HSYNC, stream, position.get(stream), -1, 0);
    }

    public TestProcess syncWal(long stream) {
        return onStream(Call.WAL_SYNC, stream, position.get(stream), -1, position.get(stream));
    }

    public TestProcess closeInput(long stream) {
        return closeInput(stream, "");
    }

    public TestProcess closeInput(long stream, String detail) {
        long file = fileOfStream.get(stream);
        return add(Call.CLOSE_INPUT, file, paths.get(file), "", stream, position.get(stream), -1, 0, detail);
    }

    public TestProcess closeOutput(long stream) {
        return onStream(Call.CLOSE_OUTPUT, stream, position.get(stream), -1, 0);
    }

    public TestProcess rename(String from, String to) {
        return rename(from, to, failure.isEmpty() ? 1 : -1, "");
    }

    public TestProcess rename(String from, String to, long result, String detail) {
        long file = file(from);
        ids.remove(from);
        ids.put(to, file);
        paths.put(file, to);
        return add(Call.RENAME, file, from, to, -1, -1, -1, result, detail);
    }

    public TestProcess delete(String path) {
        long file = file(path);
        ids.remove(path);
        return add(Call.DELETE, file, path, "", -1, -1, -1, failure.isEmpty() ? 1 : -1, "");
    }

    /** Opens a file that has a length. */
    public TestProcess opened(String path, long length) {
        return add(Call.OPEN, file(path), path, "", ++lastStream, 0, length, 0, "");
    }

    public TestProcess status(String path, long length) {
        String detail = failure.isEmpty() ? "length=" + length : "";
        return add(Call.GET_FILE_STATUS, file(path), path, "", -1, -1, -1, failure.isEmpty() ? 1 : -1, detail);
    }

    /** Adds the event of a source of a concat. */
    public TestProcess concat(String target, String source, String detail) {
        return add(Call.CONCAT, file(target), target, source, -1, -1, -1, 0, detail);
    }

    public TestProcess truncate(String path, long length) {
        long result = failure.isEmpty() ? 1 : -1;
        return add(Call.TRUNCATE, file(path), path, "", -1, -1, -1, result, "length=" + length);
    }

    /** Adds a write at the end of a file. */
    public TestProcess append(String path, long offset, long bytes) {
        return add(Call.WRITE, file(path), path, "", ++lastStream, offset, bytes, bytes, "");
    }

    /** Adds the event of a path that a bulk delete deleted. */
    public TestProcess bulkDeleted(String path, int part) {
        return add(Call.BULK_DELETE, file(path), path, "", -1, -1, -1, 1, "part=" + part);
    }

    public TestProcess setReplication(String path, int replication) {
        long result = failure.isEmpty() ? 1 : -1;
        return add(Call.SET_REPLICATION, file(path), path, "", -1, -1, -1, result, "replication=" + replication);
    }

    /** Adds a call that moves no bytes and returns {@code result}. */
    public TestProcess call(Call call, String path, long result) {
        return add(call, file(path), path, "", -1, -1, -1, result, "");
    }

    /** Adds the event of a local compaction that wrote a new file without calls; -1 bytes if it failed. */
    public TestProcess compacted(String path, long bytes, int replication) {
        ids.put(path, ++lastFile);
        paths.put(lastFile, path);
        String detail = "activity=localCompaction bytes=" + 2 * bytes + " replication=" + replication;
        return add(Call.ACTIVITY, lastFile, path, "", -1, -1, -1, bytes, detail);
    }

    /** Adds the event for calls whose events were lost. */
    public TestProcess lost(Call.Kind kind, long calls, long bytes) {
        return add(Call.LOST, -1, "", "", -1, -1, calls, bytes, "kind=" + kind + " cause=ringFull");
    }

    /** Adds the event for several consecutive reads. */
    public TestProcess readSeries(long stream, Call of, long count, long each) {
        long at = position.get(stream);
        long file = fileOfStream.get(stream);
        position.put(stream, at + count * each);
        String detail = "count=" + count + " call=" + of.label();
        return add(Call.READ_SERIES, file, paths.get(file), "", stream, at, count * each, count * each, detail);
    }

    private TestProcess onStream(Call call, long stream, long offset, long length, long result) {
        long file = fileOfStream.get(stream);
        return add(call, file, paths.get(file), "", stream, offset, length, result, "");
    }

    private long file(String path) {
        Long known = ids.get(path);
        if (known == null) {
            known = ++lastFile;
            ids.put(path, known);
            paths.put(known, path);
        }
        return known;
    }

    private TestProcess add(
            Call call,
            long file,
            String path,
            String other,
            long stream,
            long offset,
            long length,
            long result,
            String detail) {
        events.add(new TestEvent(
                now, duration, call, activity, host, process, thread, file, path, other, stream, offset, length, result,
                failure, detail, identity, inode, sampling));
        failure = "";
        return this;
    }
}
