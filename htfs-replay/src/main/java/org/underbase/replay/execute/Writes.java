package org.underbase.replay.execute;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.replay.content.Content;
import org.underbase.replay.content.SyntheticBytes;
import org.underbase.replay.destination.Layout;
import org.underbase.replay.destination.NewFiles;
import org.underbase.replay.destination.Policies;
import org.underbase.replay.trace.Operation;

/** Creations of files, and writes of synthetic bytes. */
final class Writes {
    private static final int BUFFER = 64 * 1024;
    private static final int UNKNOWN = -1;

    private final FileSystem fs;
    private final Streams streams;
    private final Content content;
    private final Policies policies;
    private final NewFiles files;

    Writes(FileSystem fs, Streams streams, Content content, Policies policies) {
        this.fs = fs;
        this.policies = policies;
        this.files = new NewFiles(fs, policies);
        this.streams = streams;
        this.content = content;
    }

    Outcome create(Operation operation) throws IOException {
        FSDataOutputStream out = created(operation);
        if (operation.failed()) {
            out.close();
        } else {
            streams.output(operation, out);
        }
        return Outcome.of(0);
    }

    private FSDataOutputStream created(Operation operation) throws IOException {
        String detail = operation.event().detail();
        String mode = Details.value(detail, "permission");
        String ecPolicy = Details.value(detail, "ecPolicy");
        return files.create(
                new Path(operation.path()),
                new Layout(
                        mode.isEmpty() ? FsPermission.getFileDefault() : new FsPermission(mode),
                        flags(operation.event()),
                        !Details.value(detail, "recursive").equals("false"),
                        Details.number(detail, "replication", UNKNOWN),
                        Details.number(detail, "blockSize", UNKNOWN),
                        ecPolicy.isEmpty() ? policies.ecPolicy(operation.file()) : ecPolicy,
                        Details.value(detail, "storagePolicy")));
    }

    /** Returns the flags; a creation without them overwrites, as {@code FileSystem.create(Path)} does. */
    private static EnumSet<CreateFlag> flags(TraceEvent event) {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
        String recorded = Details.value(event.detail(), "flags");
        for (CreateFlag flag : CreateFlag.values()) {
            if (("," + recorded + ",").contains("," + flag.name().toLowerCase(Locale.ROOT) + ",")) {
                flags.add(flag);
            }
        }
        boolean overwrites = recorded.isEmpty()
                && event.call() == Call.CREATE
                && !Details.value(event.detail(), "overwrite").equals("false");
        if (overwrites) {
            flags.add(CreateFlag.OVERWRITE);
        }
        // An append of a file that did not exist is recorded as its creation.
        flags.remove(CreateFlag.APPEND);
        return flags;
    }

    Outcome append(Operation operation) throws IOException {
        boolean newBlock = Details.value(operation.event().detail(), "flags").contains("new_block")
                || Details.value(operation.event().detail(), "newBlock").equals("true");
        Path path = new Path(operation.path());
        FSDataOutputStream out = newBlock ? fs.append(path, BUFFER, null, true) : fs.append(path);
        if (operation.failed()) {
            out.close();
        } else {
            streams.output(operation, out);
        }
        return Outcome.of(0);
    }

    Outcome write(Operation operation) throws IOException {
        FSDataOutputStream out = streams.out(operation);
        long bytes = Math.max(
                operation.failed()
                        ? operation.event().length()
                        : operation.event().result(),
                0);
        // The position decides the bytes, also if threads write in another order than in the trace.
        synchronized (out) {
            fill(out, content.of(operation.file(), operation.path()), bytes);
        }
        return Outcome.of(bytes);
    }

    private static void fill(FSDataOutputStream out, SyntheticBytes bytes, long count) throws IOException {
        int largest = 16 << 20;
        for (long done = 0; done < count; ) {
            int part = (int) Math.min(largest, count - done);
            byte[] buffer = new byte[part];
            bytes.fill(out.getPos(), buffer, part);
            out.write(buffer, 0, part);
            done += part;
        }
    }

    Outcome sync(Operation operation) throws IOException {
        FSDataOutputStream out = streams.out(operation);
        String detail = operation.event().detail();
        Call call = operation.event().call();
        boolean flushes = call == Call.HFLUSH || Details.value(detail, "as").equals("hflush");
        if (call == Call.FLUSH) {
            out.flush();
        } else if (flushes) {
            out.hflush();
        } else if (Details.value(detail, "flags").contains("update_length")
                && out instanceof HdfsDataOutputStream hdfs) {
            hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        } else {
            out.hsync();
        }
        return Outcome.of(0);
    }

    /** Writes the file of a task that moved its bytes without recorded calls. */
    Outcome activity(Operation operation) throws IOException {
        long bytes = operation.event().result();
        if (bytes < 0) {
            return Outcome.SKIPPED;
        }
        try (FSDataOutputStream out = created(operation)) {
            fill(out, content.of(operation.file(), operation.path()), bytes);
        }
        return Outcome.of(bytes);
    }
}
