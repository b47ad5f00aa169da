package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Open data and checksum file of a replica on a local disk; the handles stay valid when HDFS renames the files. */
class LocalFiles implements ReplicaFiles {
    private static final int META_HEADER = 7;
    private static final int CHUNKS = 256;

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
    public void force() throws IOException {
        data.force(true);
        meta.force(true);
        forceDirectory(dataPath.getParent());
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
    public void rewrite() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(META_HEADER);
        readMeta(header, 0);
        if (header.hasRemaining()) {
            throw new IOException("missing header in " + metaPath);
        }
        DataChecksum checksum = DataChecksum.newDataChecksum(header.array(), 2);
        int chunk = checksum.getBytesPerChecksum();
        int size = checksum.getChecksumSize();
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
            write(data, bytes, at);
            write(meta, sums, META_HEADER + at / chunk * size);
        }
        write(meta, header.flip(), 0);
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
