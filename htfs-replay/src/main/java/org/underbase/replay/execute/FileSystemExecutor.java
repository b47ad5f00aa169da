package org.underbase.replay.execute;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.replay.content.Content;
import org.underbase.replay.destination.Policies;
import org.underbase.replay.trace.Operation;

/** Executor of calls on a file system. */
public final class FileSystemExecutor implements CallExecutor {
    private final FileSystem fs;
    private final String root;
    private final Streams streams;
    private final Reads reads;
    private final Writes writes;
    private final NamespaceCalls namespace;

    /**
     * @param fs target
     * @param root directory of the replay's files; calls on other paths are skipped
     * @param content bytes to write
     * @param policies policies of the target and of the trace's files
     * @param verify whether reads compare their bytes
     */
    public FileSystemExecutor(FileSystem fs, String root, Content content, Policies policies, boolean verify) {
        this.fs = fs;
        this.root = root;
        this.streams = new Streams(fs);
        this.reads = new Reads(streams, content, verify);
        this.writes = new Writes(fs, streams, content, policies);
        this.namespace = new NamespaceCalls(fs);
    }

    @Override
    public Outcome execute(Operation operation) {
        TraceEvent event = operation.event();
        if (!below(operation.path()) || (!event.otherPath().isEmpty() && !below(operation.other()))) {
            return Outcome.SKIPPED;
        }
        // HDFS rejects these for its root, but not for the directory that stands for it.
        boolean movesRoot = event.call() == Call.DELETE || event.call() == Call.RENAME;
        if (movesRoot && event.path().equals("/")) {
            return Outcome.SKIPPED;
        }
        try {
            return switch (event.call().kind()) {
                case OPEN -> open(operation);
                case READ -> reads.read(operation);
                case READ_GROUP -> Outcome.COVERED;
                case WRITE -> writes.write(operation);
                case SYNC -> writes.sync(operation);
                case CLOSE -> {
                    streams.close(operation);
                    yield Outcome.of(0);
                }
                case STREAM -> stream(operation);
                case META -> event.call() == Call.ACTIVITY ? writes.activity(operation) : namespace.call(operation);
            };
        } catch (IOException | RuntimeException e) {
            if (event.call().kind() == Call.Kind.OPEN) {
                streams.failed(operation);
            }
            return Outcome.failed(e);
        }
    }

    private boolean below(String path) {
        return path.equals(root) || path.startsWith(root + "/");
    }

    private Outcome open(Operation operation) throws IOException {
        return switch (operation.event().call()) {
            case CREATE, WAL_OPEN -> writes.create(operation);
            case APPEND -> writes.append(operation);
            default -> {
                FSDataInputStream in = fs.open(new Path(operation.path()));
                if (operation.failed()) {
                    in.close();
                } else {
                    streams.input(operation, in);
                }
                yield Outcome.of(0);
            }
        };
    }

    private Outcome stream(Operation operation) throws IOException {
        TraceEvent event = operation.event();
        switch (event.call()) {
            case SEEK -> streams.in(operation).seek(event.offset());
            case SKIP -> {
                return Outcome.of(streams.in(operation).skip(Math.max(event.result(), 0)));
            }
            case SEEK_TO_NEW_SOURCE -> {
                return Outcome.of(streams.in(operation).seekToNewSource(Math.max(event.offset(), 0)));
            }
            case AVAILABLE -> {
                return Outcome.of(streams.in(operation).available());
            }
            case UNBUFFER -> streams.in(operation).unbuffer();
            case SET_READAHEAD -> streams.in(operation).setReadahead(event.length() < 0 ? null : event.length());
            case SET_DROP_BEHIND -> {
                // The call exists on both kinds of streams, and does not open one.
                String value = Details.value(event.detail(), "dropBehind");
                streams.dropBehind(operation, value.equals("true"));
            }
            default -> {
                return Outcome.SKIPPED;
            }
        }
        return Outcome.of(0);
    }

    /** Closes all streams; returns the number of those that the trace left open. */
    public int closeStreams() {
        return streams.closeAll();
    }
}
