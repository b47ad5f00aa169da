package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSHedgedReadMetrics;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.DfsStreamFacts;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.CorruptFileBlockIterator;
import org.apache.hadoop.hdfs.protocol.BatchedDirectoryListing;
import org.apache.hadoop.hdfs.protocol.CorruptFileBlocks;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsPathHandle;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.Facts;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedStream;

/**
 * HDFS client whose streams are recorded. {@link #createWrappedInputStream} and {@link #createWrappedOutputStream} create
 * the HDFS streams of all APIs.
 *
 * <p>It also records calls that bypass the public methods of the file system, unless the thread is inside a recorded call:
 * the builders of {@code createFile} and {@code appendFile}, whose class is final, and the later pages of a listing, which
 * an iterator fetches. The event of a builder does not include the decryption of an encryption zone's key.
 *
 * <p>The class is not final, so that tests can spy on it, as on the stock client.
 */
public class TracedDfsClient extends DFSClient {
    private final Tracer tracer;
    private final String user;
    private final String streamUser;
    private final String fileSystem;

    /** The ids of created or opened streams that are not wrapped yet. */
    private final Map<Object, StreamRef> unwrapped = Collections.synchronizedMap(new WeakHashMap<>());

    /** Creates a client for the current user. */
    public TracedDfsClient(URI uri, Configuration conf, FileSystem.Statistics statistics, Tracer tracer)
            throws IOException {
        super(uri, conf, statistics);
        this.tracer = tracer;
        this.user = DfsStreamFacts.user(this);
        this.fileSystem = FsCalls.nameOf(uri);
        this.streamUser = user.equals(tracer.owner()) ? null : user;
    }

    /** Returns the tracer. */
    public Tracer tracer() {
        return tracer;
    }

    /** Returns the user of the client. */
    public String user() {
        return user;
    }

    @Override
    public HdfsDataInputStream createWrappedInputStream(DFSInputStream in) throws IOException {
        HdfsDataInputStream real = super.createWrappedInputStream(in);
        try {
            StreamRef ref = unwrapped.remove(in);
            return TracedHdfsInputStream.of(real, in, tracer, ref == null ? stream(DfsStreamFacts.path(in)) : ref);
        } catch (Throwable e) {
            tracer.here().lost(e);
            return real;
        }
    }

    @Override
    public HdfsDataOutputStream createWrappedOutputStream(
            DFSOutputStream out, FileSystem.Statistics statistics, long startPosition) throws IOException {
        HdfsDataOutputStream real = super.createWrappedOutputStream(out, statistics, startPosition);
        try {
            StreamRef ref = unwrapped.remove(out);
            return new TracedHdfsOutputStream(real, out, tracer, ref == null ? stream(DfsStreamFacts.path(out)) : ref);
        } catch (Throwable e) {
            tracer.here().lost(e);
            return real;
        }
    }

    @Override
    public DFSInputStream open(String src, int bufferSize, boolean verifyChecksum) throws IOException {
        return opening(src, () -> super.open(src, bufferSize, verifyChecksum));
    }

    @Override
    public DFSInputStream open(HdfsPathHandle handle, int bufferSize, boolean verifyChecksum) throws IOException {
        return opening(handle.getPath(), () -> super.open(handle, bufferSize, verifyChecksum));
    }

    @Override
    public DFSOutputStream create(
            String src,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            boolean createParent,
            short replication,
            long blockSize,
            Progressable progress,
            int bufferSize,
            ChecksumOpt checksum,
            InetSocketAddress[] favoredNodes,
            String ecPolicy,
            String storagePolicy)
            throws IOException {
        return creating(
                null,
                src,
                facts -> facts.addCreate(permission, flags, replication, blockSize, favoredNodes)
                        .add("ecPolicy", ecPolicy)
                        .add("storagePolicy", storagePolicy),
                () -> super.create(
                        src,
                        permission,
                        flags,
                        createParent,
                        replication,
                        blockSize,
                        progress,
                        bufferSize,
                        checksum,
                        favoredNodes,
                        ecPolicy,
                        storagePolicy));
    }

    @Override
    public DFSOutputStream primitiveCreate(
            String src,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            boolean createParent,
            short replication,
            long blockSize,
            Progressable progress,
            int bufferSize,
            ChecksumOpt checksum)
            throws IOException {
        return creating(
                flags,
                src,
                facts -> facts.addCreate(permission, flags, replication, blockSize, null),
                () -> super.primitiveCreate(
                        src, permission, flags, createParent, replication, blockSize, progress, bufferSize, checksum));
    }

    @Override
    public HdfsDataOutputStream append(
            String src,
            int bufferSize,
            EnumSet<CreateFlag> flags,
            Progressable progress,
            FileSystem.Statistics statistics)
            throws IOException {
        return appending(src, flags, null, () -> super.append(src, bufferSize, flags, progress, statistics));
    }

    @Override
    public HdfsDataOutputStream append(
            String src,
            int bufferSize,
            EnumSet<CreateFlag> flags,
            Progressable progress,
            FileSystem.Statistics statistics,
            InetSocketAddress[] favoredNodes)
            throws IOException {
        return appending(
                src,
                flags,
                favoredNodes,
                () -> super.append(src, bufferSize, flags, progress, statistics, favoredNodes));
    }

    @Override
    public DirectoryListing listPaths(String src, byte[] startAfter, boolean needLocation) throws IOException {
        DirectoryListing page =
                page(src, () -> super.listPaths(src, startAfter, needLocation), listing -> listing.getPartialListing()
                        .length);
        if (page != null && tracer.on()) {
            learn(src, page);
        }
        return page;
    }

    /** Learns the identities of the known files in a listing: an open returns no inode. */
    private void learn(String src, DirectoryListing page) {
        try {
            Map<String, FileRef> known = tracer.knownBelow(fileSystem, src);
            if (!known.isEmpty()) {
                for (HdfsFileStatus status : page.getPartialListing()) {
                    FileRef file = known.get(fileSystem + status.getFullName(src));
                    if (file != null) {
                        FsCalls.learn(file, status);
                    }
                }
            }
        } catch (Throwable e) {
            tracer.here().lost(e);
        }
    }

    @Override
    public BatchedDirectoryListing batchedListPaths(String[] sources, byte[] startAfter, boolean needLocation)
            throws IOException {
        return page(
                sources.length == 0 ? null : sources[0],
                () -> super.batchedListPaths(sources, startAfter, needLocation),
                listing -> listing.getListings().length);
    }

    /** Records a page of {@link CorruptFileBlockIterator}. */
    @Override
    public CorruptFileBlocks listCorruptFileBlocks(String path, String cookie) throws IOException {
        return page(path, () -> super.listCorruptFileBlocks(path, cookie), found -> found.getFiles().length);
    }

    @Override
    public SnapshotDiffReportListing getSnapshotDiffReportListing(
            String root, String from, String to, byte[] startPath, int index) throws IOException {
        return page(
                root,
                () -> super.getSnapshotDiffReportListing(root, from, to, startPath, index),
                report -> report.getCreateList().size()
                        + report.getDeleteList().size()
                        + report.getModifyList().size());
    }

    /**
     * Returns the counters of hedged reads. HBase calls the method of this name that the class of the client declares; it
     * does not find the one of the superclass, which is package-private.
     */
    public DFSHedgedReadMetrics getHedgedReadMetrics() {
        return DfsStreamFacts.hedgedReads(this);
    }

    /** Returns the text of the stock client, which error messages contain. */
    @Override
    public String toString() {
        return DFSClient.class.getSimpleName()
                + super.toString().substring(getClass().getSimpleName().length());
    }

    private interface Body<T> {
        T run() throws IOException;
    }

    private interface Size<T> {
        long of(T page);
    }

    private StreamRef stream(String path) {
        FileRef file = tracer.file(fileSystem, path);
        file.found();
        return tracer.stream(file, streamUser);
    }

    private <T extends DFSInputStream> T opening(String src, Body<T> body) throws IOException {
        ThreadTrace trace = tracer.here();
        if (trace.inside()) {
            return body.run();
        }
        long start = trace.enter();
        T in;
        try {
            in = body.run();
        } catch (Throwable e) {
            failed(trace, start, Call.OPEN, src, facts -> {}, e);
            throw e;
        }
        trace.leave();
        try {
            StreamRef ref = stream(src);
            unwrapped.put(in, ref);
            String detail = Facts.none().addCaller().orNull();
            trace.record(start, Call.OPEN, ref, 0, in.getFileLength(), 0, null, detail, -1);
        } catch (Throwable e) {
            trace.lost(e);
        }
        return in;
    }

    /**
     * Assigns the id of a created file, also if an outer call records the event.
     *
     * @param flags flags that may request an append; null if the method always creates a file
     */
    private DFSOutputStream creating(
            EnumSet<CreateFlag> flags, String src, Consumer<Facts> facts, Body<DFSOutputStream> body)
            throws IOException {
        ThreadTrace trace = tracer.here();
        boolean nested = trace.inside();
        long start = trace.enter();
        DFSOutputStream out;
        try {
            out = body.run();
        } catch (Throwable e) {
            failed(trace, start, FsCalls.creating(flags, -1), src, facts, e);
            throw e;
        }
        trace.leave();
        try {
            Call call = FsCalls.creating(flags, out.getInitialLen());
            FileRef file = call == Call.APPEND ? tracer.file(fileSystem, src) : tracer.newFile(fileSystem, src);
            file.found();
            file.inode(out.getFileId());
            StreamRef ref = tracer.stream(file, streamUser);
            unwrapped.put(out, ref);
            if (!nested) {
                trace.record(
                        start,
                        call,
                        ref,
                        out.getInitialLen(),
                        -1,
                        0,
                        null,
                        Facts.of(facts)
                                .addIf("striped", out instanceof DFSStripedOutputStream)
                                .orNull(),
                        -1);
            }
        } catch (Throwable e) {
            trace.lost(e);
        }
        return out;
    }

    private HdfsDataOutputStream appending(
            String src, EnumSet<CreateFlag> flags, InetSocketAddress[] favoredNodes, Body<HdfsDataOutputStream> body)
            throws IOException {
        ThreadTrace trace = tracer.here();
        if (trace.inside()) {
            return body.run();
        }
        Consumer<Facts> facts = detail -> detail.addCreate(null, flags, -1, -1, favoredNodes);
        long start = trace.enter();
        HdfsDataOutputStream out;
        try {
            out = body.run();
        } catch (Throwable e) {
            failed(trace, start, Call.APPEND, src, facts, e);
            throw e;
        }
        trace.leave();
        try {
            if (out instanceof TracedStream stream) {
                String detail = Facts.of(facts).orNull();
                trace.record(start, Call.APPEND, stream.ref(), out.getPos(), -1, 0, null, detail, -1);
            }
        } catch (Throwable e) {
            trace.lost(e);
        }
        return out;
    }

    private <T> T page(String src, Body<T> body, Size<T> size) throws IOException {
        ThreadTrace trace = tracer.here();
        if (trace.inside()) {
            return body.run();
        }
        long start = trace.enter();
        T page;
        try {
            page = body.run();
        } catch (Throwable e) {
            failed(trace, start, Call.LIST_PAGE, src, facts -> {}, e);
            throw e;
        }
        trace.leave();
        try {
            FileRef file = src == null ? null : tracer.file(fileSystem, src);
            long entries = page == null ? -1 : size.of(page);
            trace.record(start, Call.LIST_PAGE, file, null, entries, null, null, streamUser);
        } catch (Throwable e) {
            trace.lost(e);
        }
        return page;
    }

    /** Records a failure, except an unresolved link where links are followed: the file system retries at its target. */
    private void failed(
            ThreadTrace trace, long start, Call call, String src, Consumer<Facts> facts, Throwable failure) {
        trace.leave();
        if (start == ThreadTrace.SKIP
                || (failure instanceof UnresolvedLinkException && FileSystem.areSymlinksEnabled())) {
            return;
        }
        try {
            trace.record(
                    start,
                    call,
                    tracer.file(fileSystem, src),
                    null,
                    -1,
                    failure,
                    Facts.of(facts).orNull(),
                    streamUser);
        } catch (Throwable e) {
            trace.lost(e);
        }
    }
}
