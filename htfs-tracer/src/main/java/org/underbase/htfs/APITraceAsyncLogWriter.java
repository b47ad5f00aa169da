package org.underbase.htfs;

import java.io.IOException;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutput;
import org.apache.hadoop.hbase.io.asyncfs.monitor.StreamSlowMonitor;
import org.apache.hadoop.hbase.regionserver.wal.AsyncProtobufLogWriter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.WALHeader;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.WALTrailer;
import org.apache.hadoop.hbase.util.CommonFSUtils.StreamLacksCapabilityException;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hbase.thirdparty.io.netty.channel.Channel;
import org.apache.hbase.thirdparty.io.netty.channel.EventLoopGroup;
import org.underbase.htfs.call.Facts;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/**
 * HBase's asynchronous WAL writer that records its output. Attach it with
 * {@code hbase.regionserver.wal.async.writer.impl=org.underbase.htfs.APITraceAsyncLogWriter}.
 *
 * <p>On HDFS, the output (FanOutOneBlockAsyncDFSOutput) sends to the DataNodes directly and is not a stream of the file
 * system. The writer therefore records the output itself: one {@link Call#WAL_WRITE} for the header, each entry and the
 * trailer, whose lengths add up to the length of the file, and one {@link Call#WAL_SYNC} for each flush, from the request
 * to the acknowledgement, recorded by the thread that receives it.
 *
 * <p>On a traced file system other than HDFS, the output writes to a recorded stream, and this writer records nothing.
 * For the same reason {@code hbase.regionserver.wal.writer.impl} needs no traced class: the synchronous writer writes to a
 * stream.
 *
 * <p>As thread-safe as its superclass.
 */
public class APITraceAsyncLogWriter extends AsyncProtobufLogWriter {
    private Tracer tracer;

    /** The recorded output; null if another stream records it. */
    private StreamRef ref;

    public APITraceAsyncLogWriter(EventLoopGroup group, Class<? extends Channel> channelClass) {
        super(group, channelClass);
    }

    @Override
    protected void initOutput(
            FileSystem fs,
            Path path,
            boolean overwritable,
            int bufferSize,
            short replication,
            long blockSize,
            StreamSlowMonitor monitor,
            boolean noLocalWrite)
            throws IOException, StreamLacksCapabilityException {
        tracer = Tracer.of(conf);
        attach(fs);
        long start = System.nanoTime();
        Throwable failure = null;
        try {
            super.initOutput(fs, path, overwritable, bufferSize, replication, blockSize, monitor, noLocalWrite);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            if (!(fs instanceof APITraceFileSystem)) {
                Facts facts = Facts.none()
                        .add("replication", replication)
                        .add("blockSize", blockSize)
                        .add("overwrite", overwritable);
                opened(start, fs, path, failure, facts);
            }
        }
    }

    private void opened(long start, FileSystem fs, Path path, Throwable failure, Facts facts) {
        try {
            String system = FsCalls.nameOf(fs.getUri());
            String name = path.toUri().getPath();
            StreamRef opened =
                    tracer.stream(failure == null ? tracer.newFile(system, name) : tracer.file(system, name));
            facts.add("pipeline", failure == null ? pipeline(getOutput()) : null);
            record(start, Call.WAL_OPEN, opened, 0, -1, failure == null ? 0 : -1, failure, facts.orNull());
            ref = failure == null ? opened : null;
        } catch (Throwable e) {
            tracer.here().lost(e);
        }
    }

    private static void attach(FileSystem fs) {
        if (fs instanceof APITraceDistributedFileSystem) {
            Attachments.attached(Attachments.Part.WAL, "APITraceAsyncLogWriter");
        } else if (fs instanceof DistributedFileSystem) {
            Attachments.attached(Attachments.Part.WAL, "APITraceAsyncLogWriter");
            Attachments.missing(
                    Attachments.Part.HDFS,
                    "the WAL is recorded, but its file system is not: it is "
                            + fs.getClass().getName() + "; set " + AttachmentCheck.HDFS_IMPL + "="
                            + APITraceDistributedFileSystem.class.getName());
        } else if ("hdfs".equals(fs.getUri().getScheme())) {
            Attachments.missing(
                    Attachments.Part.WAL,
                    "HBase uses a slower WAL output, because "
                            + fs.getClass().getName()
                            + " is not a DistributedFileSystem; set " + AttachmentCheck.HDFS_IMPL + "="
                            + APITraceDistributedFileSystem.class.getName());
        } else {
            Attachments.attached(Attachments.Part.WAL, "APITraceAsyncLogWriter");
        }
    }

    @Override
    protected long writeMagicAndWALHeader(byte[] magic, WALHeader header) throws IOException {
        return written(0, () -> super.writeMagicAndWALHeader(magic, header));
    }

    @Override
    protected long writeWALTrailerAndMagic(WALTrailer trailer, byte[] magic) throws IOException {
        return written(getLength(), () -> super.writeWALTrailerAndMagic(trailer, magic));
    }

    @Override
    public void append(Entry entry) {
        if (ref == null) {
            super.append(entry);
            return;
        }
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        long before = -1;
        try {
            before = getLength();
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        Throwable failure = null;
        try {
            super.append(entry);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            appended(trace, start, before, failure);
        }
    }

    private void appended(ThreadTrace trace, long start, long before, Throwable failure) {
        long began = start;
        long length = -1;
        try {
            length = getLength() - before;
        } catch (Throwable e) {
            began = trace.lost(e);
        }
        if (failure == null) {
            trace.exit(began, Call.WAL_WRITE, ref, before, length, length);
        } else {
            trace.exit(began, Call.WAL_WRITE, ref, before, length, -1, failure, null, -1);
        }
    }

    @Override
    public CompletableFuture<Long> sync(boolean forceSync) {
        StreamRef stream = ref;
        if (stream == null) {
            return super.sync(forceSync);
        }
        long start = System.nanoTime();
        long length = getLength();
        String detail = forceSync ? "as=hsync" : "as=hflush";
        CompletableFuture<Long> future = super.sync(forceSync);
        try {
            var unused = future.whenComplete((acknowledged, failure) -> record(
                    start,
                    Call.WAL_SYNC,
                    stream,
                    length,
                    -1,
                    acknowledged == null ? -1 : acknowledged,
                    failure,
                    detail));
        } catch (Throwable e) {
            tracer.here().lost(e);
        }
        return future;
    }

    @Override
    public synchronized void close() throws IOException {
        AsyncFSOutput output = getOutput();
        if (ref == null || output == null) {
            super.close();
            return;
        }
        long start = System.nanoTime();
        String detail = null;
        try {
            detail = Facts.none().add("pipeline", pipeline(output)).orNull();
        } catch (Throwable e) {
            start = tracer.here().lost(e);
        }
        Throwable failure = null;
        try {
            super.close();
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            long length = failure == null ? getSyncedLength() : -1;
            record(start, Call.WAL_CLOSE, ref, length, length, failure == null ? 0 : -1, failure, detail);
        }
    }

    private interface Write {
        /** Writes, waits for the acknowledgement and returns the length of the file in bytes. */
        long run() throws IOException;
    }

    /** Records a write that the writer itself flushes and awaits. */
    private long written(long offset, Write write) throws IOException {
        if (ref == null) {
            return write.run();
        }
        long start = System.nanoTime();
        long length = -1;
        Throwable failure = null;
        try {
            length = write.run();
            return length;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            long bytes = failure == null ? length - offset : -1;
            record(start, Call.WAL_WRITE, ref, offset, bytes, bytes, failure, null);
            record(start, Call.WAL_SYNC, ref, offset, -1, length, failure, "as=hflush");
        }
    }

    private void record(
            long start,
            Call call,
            StreamRef stream,
            long offset,
            long length,
            long result,
            Throwable failure,
            String detail) {
        if (tracer.on()) {
            tracer.here().record(start, call, stream, offset, length, result, failure, detail, -1);
        }
    }

    private static String pipeline(AsyncFSOutput output) {
        DatanodeInfo[] nodes = output == null ? null : output.getPipeline();
        if (nodes == null) {
            return null;
        }
        StringJoiner names = new StringJoiner(",");
        for (DatanodeInfo node : nodes) {
            names.add(node.getXferAddrWithHostname());
        }
        return names.toString();
    }
}
