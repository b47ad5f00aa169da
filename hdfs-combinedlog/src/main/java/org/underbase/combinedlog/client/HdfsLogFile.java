package org.underbase.combinedlog.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of a log in HDFS. It is created and appended with {@code SYNC_BLOCK}: an hsync covers the current block only, so each
 * block is synced when it is completed.
 */
final class HdfsLogFile implements LogFile {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsLogFile.class);
    private static final int BUFFER = 64 << 10;
    private static final long FIRST_POLL_MILLIS = 50;
    private static final long LONGEST_POLL_MILLIS = 1000;
    /** Each request restarts the recovery of the block, so a request that is repeated too soon prevents its end. */
    private static final long FIRST_RETRY_NANOS = Duration.ofSeconds(4).toNanos();

    /** Exceptions of the NameNode, which a client knows by name only. */
    private static final Set<String> LEASE_LOST = Set.of(
            "org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException", FileNotFoundException.class.getName());

    /** Streams of this process. */
    private static final ConcurrentMap<Lease, HdfsOutput> WRITERS = new ConcurrentHashMap<>();

    private final DistributedFileSystem fileSystem;
    private final Path path;

    HdfsLogFile(DistributedFileSystem fileSystem, Path path) {
        this.fileSystem = fileSystem;
        this.path = fileSystem.makeQualified(path);
    }

    @Override
    public Output create(LogOptions options) throws IOException {
        DistributedFileSystem.HdfsDataOutputStreamBuilder builder = fileSystem
                .createFile(path)
                .overwrite(false)
                .recursive()
                .bufferSize(BUFFER)
                // Striped files cannot be synced.
                .replicate()
                .syncBlock();
        if (options.replication() > 0) {
            builder.replication((short) options.replication());
        }
        if (options.blockSize() > 0) {
            builder.blockSize(options.blockSize());
        }
        return output(builder.build());
    }

    @Override
    public Output append() throws IOException {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.APPEND, CreateFlag.SYNC_BLOCK);
        return output(fileSystem.append(path, flags, BUFFER, null));
    }

    @Override
    public Input open() throws IOException {
        return new HdfsInput(fileSystem.open(path, BUFFER));
    }

    @Override
    public OptionalLong closedLength() throws IOException {
        // An observer NameNode may have an older state than the DataNodes.
        fileSystem.msync();
        LocatedBlocks blocks =
                fileSystem.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
        return blocks.isUnderConstruction() ? OptionalLong.empty() : OptionalLong.of(blocks.getFileLength());
    }

    @Override
    public void recover(Duration timeout) throws IOException {
        takeOver();
        long limit = TimeUnit.NANOSECONDS.convert(timeout);
        long start = System.nanoTime();
        boolean isClosed = fileSystem.recoverLease(path);
        long retry = FIRST_RETRY_NANOS;
        long requested = start;
        for (long poll = FIRST_POLL_MILLIS; !isClosed; poll = Math.min(LONGEST_POLL_MILLIS, 2 * poll)) {
            long now = System.nanoTime();
            if (now - start >= limit) {
                throw new IOException(
                        "the lease of " + path + " was not recovered in " + TimeUnit.MILLISECONDS.convert(timeout)
                                + " ms: check that the DataNodes of its last block are running, then try again");
            }
            Pause.millis(poll);
            isClosed = fileSystem.isFileClosed(path);
            if (!isClosed && now - requested > retry) {
                isClosed = fileSystem.recoverLease(path);
                requested = now;
                retry *= 2;
            }
        }
    }

    @Override
    public String describe() {
        return path.toString();
    }

    /** Closes the stream that this process has on the file, if any: HDFS would not fence it from a stream of the same client. */
    private void takeOver() throws IOException {
        HdfsOutput previous = WRITERS.get(lease());
        if (previous != null) {
            previous.takenOver = true;
            previous.abandon();
        }
    }

    private Lease lease() throws IOException {
        return new Lease(
                fileSystem.getClient().getClientName(), ((HdfsFileStatus) fileSystem.getFileStatus(path)).getFileId());
    }

    private HdfsOutput output(FSDataOutputStream stream) throws IOException {
        try {
            if (!stream.hasCapability(StreamCapabilities.HSYNC)) {
                throw new IOException(
                        "cannot use " + path + " as a log: HDFS cannot sync erasure-coded files, and the file is one");
            }
            HdfsOutput output = new HdfsOutput(stream, lease());
            WRITERS.put(output.lease, output);
            return output;
        } catch (IOException e) {
            IOUtils.cleanupWithLogger(LOG, stream);
            throw e;
        }
    }

    /** Holder of the lease of a file. */
    private record Lease(String client, long fileId) {}

    private final class HdfsOutput implements Output {
        private final FSDataOutputStream out;
        private final Lease lease;
        private volatile boolean takenOver;

        HdfsOutput(FSDataOutputStream out, Lease lease) {
            this.out = out;
            this.lease = lease;
        }

        /** Asks the NameNode, because a pipeline that another writer ended fails with various exceptions. */
        @Override
        public boolean isFenced(IOException failure) {
            if (takenOver) {
                return true;
            }
            try {
                // Checks the lease, and persists the known lengths of the blocks.
                fileSystem.getClient().getNamenode().fsync(path.toUri().getPath(), lease.fileId(), lease.client(), -1);
                return false;
            } catch (RemoteException e) {
                return LEASE_LOST.contains(e.getClassName());
            } catch (IOException e) {
                return LEASE_LOST.contains(e.getClass().getName());
            }
        }

        @Override
        public long position() {
            return out.getPos();
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            out.write(bytes);
        }

        @Override
        public void sync() throws IOException {
            out.hsync();
        }

        @Override
        public void close() throws IOException {
            if (takenOver) {
                throw new IOException("another writer of this process has taken the lease of " + path);
            }
            release();
        }

        private void release() throws IOException {
            try {
                out.close();
            } finally {
                WRITERS.remove(lease, this);
            }
        }

        @Override
        public void abandon() {
            try {
                release();
            } catch (IOException e) {
                LOG.debug("Closed {} after a failure", path, e);
            }
        }
    }

    private static final class HdfsInput implements Input {
        private final FSDataInputStream in;
        private final long length;

        HdfsInput(FSDataInputStream in) throws IOException {
            this.in = in;
            this.length = ((HdfsDataInputStream) in).getVisibleLength();
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void read(long offset, byte[] into) throws IOException {
            if (in.getPos() != offset) {
                in.seek(offset);
            }
            in.readFully(into);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
