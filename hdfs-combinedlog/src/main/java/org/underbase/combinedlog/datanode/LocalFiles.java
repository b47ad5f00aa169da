package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/** Open data and checksum file of a replica on a local disk; the handles stay valid when HDFS renames the files. */
class LocalFiles implements ReplicaFiles {
    private static final Logger LOG = LoggerFactory.getLogger(LocalFiles.class);
    private static final int META_HEADER = 7;
    /** Maximum number of bytes that are rewritten at once. */
    private static final int PIECE = 64 << 10;

    private final ReplicaAccess access;
    private final LocalFile data;
    private final LocalFile meta;
    private Path dataPath;
    private Path metaPath;

    LocalFiles(Path dataPath, Path metaPath, ReplicaAccess access) throws IOException {
        this.access = access;
        this.dataPath = dataPath;
        this.metaPath = metaPath;
        this.data = new LocalFile(dataPath);
        try {
            this.meta = new LocalFile(metaPath);
        } catch (IOException e) {
            data.close();
            throw e;
        }
    }

    final void truncateBoth(long dataLength, long metaLength) throws IOException {
        access.before(Kind.WRITE, dataPath);
        data.truncate(dataLength);
        meta.truncate(metaLength);
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
        return data.length();
    }

    @Override
    public long metaLength() throws IOException {
        return meta.length();
    }

    @Override
    public void readData(ByteBuffer buffer, long position) throws IOException {
        data.read(buffer, position);
    }

    @Override
    public void readMeta(ByteBuffer buffer, long position) throws IOException {
        meta.read(buffer, position);
    }

    @Override
    public final void force() throws IOException {
        access.before(Kind.FSYNC, dataPath);
        forceData();
        access.before(Kind.FSYNC, metaPath);
        meta.force();
        forceNames();
    }

    void forceData() throws IOException {
        data.force();
    }

    void forceNames() throws IOException {
        LocalFile.force(dataPath.getParent());
    }

    final void overwriteData(ByteBuffer bytes, long position) throws IOException {
        access.before(Kind.WRITE, dataPath);
        data.write(bytes, position);
    }

    final void overwriteMeta(ByteBuffer bytes, long position) throws IOException {
        access.before(Kind.WRITE, metaPath);
        meta.write(bytes, position);
    }

    @Override
    public boolean rewrite() throws IOException {
        byte[] header = new byte[META_HEADER];
        readMeta(ByteBuffer.wrap(header), 0);
        DataChecksum checksum = checksum(header);
        int chunk = checksum.getBytesPerChecksum();
        long length = data.length();
        long group = Math.max(1, PIECE / chunk) * (long) chunk;
        for (long at = 0; at < length; at += group) {
            if (!rewriteChunks(checksum, at, Math.min(length, at + group))) {
                return false;
            }
        }
        return exclusively(() -> overwriteMeta(ByteBuffer.wrap(header), 0));
    }

    /** Runs a short step while no client writes the replica; false if one may be writing it: then the step did not run. */
    boolean exclusively(OpenReplica.Rewrite step) throws IOException {
        step.run();
        return true;
    }

    private DataChecksum checksum(byte[] header) throws ChecksumException {
        DataChecksum checksum = null;
        try {
            checksum = DataChecksum.newDataChecksum(header, 2);
        } catch (IOException | RuntimeException e) {
            LOG.debug("Malformed header in {}", metaPath, e);
        }
        if (checksum == null || checksum.getChecksumSize() == 0) {
            throw new ChecksumException(
                    "cannot rewrite " + dataPath + " after a failed fsync: there are no checksums in " + metaPath, 0);
        }
        return checksum;
    }

    /** Rewrites chunks that fit into a buffer, or one larger chunk in pieces: clients choose the size of the chunks. */
    private boolean rewriteChunks(DataChecksum checksum, long from, long to) throws IOException {
        int chunk = checksum.getBytesPerChecksum();
        int size = checksum.getChecksumSize();
        long metaFrom = META_HEADER + from / chunk * size;
        ByteBuffer sums = ByteBuffer.allocate((int) ((to - from + chunk - 1) / chunk) * size);
        if (to - from > PIECE) {
            readMeta(sums, metaFrom);
            return rewriteChunk(checksum, from, to, sums.array())
                    && exclusively(() -> overwriteMeta(sums.flip(), metaFrom));
        }
        return exclusively(() -> {
            readMeta(sums, metaFrom);
            ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
            readData(bytes, from);
            checksum.verifyChunkedSums(bytes.flip(), sums.flip().duplicate(), dataPath.toString(), from);
            overwriteData(bytes.rewind(), from);
            overwriteMeta(sums, metaFrom);
        });
    }

    /** Verifies the chunk at its end: if it fails, the file contains the bytes that a read returned before. */
    private boolean rewriteChunk(DataChecksum checksum, long from, long to, byte[] sum) throws IOException {
        checksum.reset();
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (long at = from; at < to; at += piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE, to - at));
            long position = at;
            if (!exclusively(() -> rewritePiece(piece, position))) {
                return false;
            }
            checksum.update(piece.array(), 0, piece.limit());
        }
        if (!checksum.compare(sum, 0)) {
            throw new ChecksumException(dataPath + " does not match its checksum", from);
        }
        return true;
    }

    private void rewritePiece(ByteBuffer piece, long position) throws IOException {
        readData(piece, position);
        if (piece.hasRemaining()) {
            throw new ChecksumException(dataPath + " is too short", position);
        }
        overwriteData(piece.flip(), position);
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
