package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Open data and checksum file of a replica on a local disk; the handles stay valid when HDFS renames the files. */
class LocalFiles implements ReplicaFiles {
    /** Called before each access to a replica's file; a test replaces it by a disk that fails. */
    static final AtomicReference<Probe> PROBE = new AtomicReference<>((access, file) -> {});

    private static final int META_HEADER = 7;
    private static final int CHUNKS = 256;

    /** Kind of an access to a file or directory. */
    enum Access {
        LIST,
        WRITE,
        FSYNC
    }

    /** Observer of the accesses to replicas' files. */
    interface Probe {
        /** Throws the failure of an access that must not happen. */
        void before(Access access, Path file) throws IOException;
    }

    private final FileChannel data;
    private final FileChannel meta;
    private Path dataPath;
    private Path metaPath;

    LocalFiles(Path dataPath, Path metaPath) throws IOException {
        this.dataPath = dataPath;
        this.metaPath = metaPath;
        this.data = FileChannel.open(dataPath, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            this.meta = FileChannel.open(metaPath, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            data.close();
            throw e;
        }
    }

    FileChannel data() {
        return data;
    }

    FileChannel meta() {
        return meta;
    }

    Path dataPath() {
        return dataPath;
    }

    Path metaPath() {
        return metaPath;
    }

    void moved(Path newData, Path newMeta) {
        dataPath = newData;
        metaPath = newMeta;
    }

    @Override
    public long dataLength() throws IOException {
        return data.size();
    }

    @Override
    public long metaLength() throws IOException {
        return meta.size();
    }

    @Override
    public void readData(ByteBuffer buffer, long position) throws IOException {
        read(data, buffer, position);
    }

    @Override
    public void readMeta(ByteBuffer buffer, long position) throws IOException {
        read(meta, buffer, position);
    }

    private static void read(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        ByteBuffer from = bytes.duplicate();
        long at = position;
        while (from.hasRemaining()) {
            at += channel.write(from, at);
        }
    }

    @Override
    public final void force() throws IOException {
        PROBE.get().before(Access.FSYNC, dataPath);
        forceData();
        PROBE.get().before(Access.FSYNC, metaPath);
        meta.force(true);
        forceNames();
    }

    void forceData() throws IOException {
        data.force(true);
    }

    void forceNames() throws IOException {
        forceDirectory(dataPath.getParent());
    }

    final void overwriteData(ByteBuffer bytes, long position) throws IOException {
        PROBE.get().before(Access.WRITE, dataPath);
        write(data, bytes, position);
    }

    final void overwriteMeta(ByteBuffer bytes, long position) throws IOException {
        PROBE.get().before(Access.WRITE, metaPath);
        write(meta, bytes, position);
    }

    /** Fsyncs a directory, so that renames in it are on disk. */
    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            throw new IOException("cannot fsync " + directory + ": the directory was removed", e);
        }
    }

    @Override
    public boolean rewrite() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(META_HEADER);
        readMeta(header, 0);
        if (header.hasRemaining()) {
            throw new ChecksumException("missing header in " + metaPath, 0);
        }
        DataChecksum checksum = DataChecksum.newDataChecksum(header.array(), 2);
        int chunk = checksum.getBytesPerChecksum();
        int size = checksum.getChecksumSize();
        if (size == 0) {
            throw new ChecksumException("cannot rewrite " + dataPath + " after a failed fsync: it has no checksums", 0);
        }
        long length = data.size();
        for (long at = 0; at < length; at += (long) CHUNKS * chunk) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min((long) CHUNKS * chunk, length - at));
            readData(bytes, at);
            bytes.flip();
            int chunks = (bytes.remaining() + chunk - 1) / chunk;
            ByteBuffer sums = ByteBuffer.allocate(chunks * size);
            readMeta(sums, META_HEADER + at / chunk * size);
            sums.flip();
            checksum.verifyChunkedSums(bytes.duplicate(), sums.duplicate(), dataPath.toString(), at);
            overwriteData(bytes, at);
            overwriteMeta(sums, META_HEADER + at / chunk * size);
        }
        overwriteMeta(header.flip(), 0);
        return true;
    }

    @Override
    public void close() throws IOException {
        try {
            data.close();
        } finally {
            meta.close();
        }
    }
}
