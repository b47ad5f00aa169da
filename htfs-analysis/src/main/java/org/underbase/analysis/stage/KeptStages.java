package org.underbase.analysis.stage;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * States of finished stages in a directory, so that a run after a kill continues where the killed one was. A file gets its name
 * when it is complete; one with another magic, version, digest, length or CRC is ignored. Thread-safe.
 *
 * <p>Format, in network byte order: magic {@code UBSTAGE1}, version and feature flags as 16 bits each, length of the digest as
 * 16 bits and the digest, the state, then the CRC32C of everything before as 64 bits.
 */
public final class KeptStages implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(KeptStages.class);
    private static final byte[] MAGIC = "UBSTAGE1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int CRC = 8;
    private static final int BUFFER = 1 << 16;
    private static final String LOCK = "lock";

    private final Path directory;
    private final String digest;
    private final FileChannel lock;

    /** Writer of a state. */
    @FunctionalInterface
    interface Writer {
        void write(DataOutput out) throws IOException;
    }

    /** Reader of a state that a writer has written. */
    @FunctionalInterface
    interface Reader {
        void read(DataInput in) throws IOException;
    }

    private KeptStages(Path directory, String digest, FileChannel lock) {
        this.directory = directory;
        this.digest = digest;
        this.lock = lock;
    }

    /**
     * Opens the states of one analysis.
     *
     * @param parent directory of the states of all analyses, which is created if missing
     * @param digest digest of everything on which the states depend
     * @throws IOException if another process computes this analysis, or the directory cannot be written
     */
    public static KeptStages in(Path parent, String digest) throws IOException {
        Path directory =
                Files.createDirectories(parent.resolve("underbase-analyze-" + digest.substring(0, 16) + ".work"));
        FileChannel lock =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (lock.tryLock() != null) {
                return new KeptStages(directory, digest, lock);
            }
        } catch (OverlappingFileLockException e) {
            LOG.debug("{} is in use in this process", directory, e);
        }
        lock.close();
        throw new IOException("another process computes the same analysis in " + directory);
    }

    /** Writes a state, and replaces an older one. */
    void write(String name, Writer state) throws IOException {
        Path part = directory.resolve(name + ".part");
        CheckedOutputStream checked =
                new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(part), BUFFER), new CRC32C());
        try (DataOutputStream out = new DataOutputStream(checked)) {
            out.write(MAGIC);
            out.writeShort(VERSION);
            out.writeShort(0);
            out.writeUTF(digest);
            // A second buffer: a checksum of single bytes is slow.
            DataOutputStream body = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
            state.write(body);
            body.flush();
            out.writeLong(checked.getChecksum().getValue());
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw new IOException("cannot keep a stage in " + directory + ": " + e.getMessage(), e);
        }
        // Without a sync: after a loss of power the CRC shows an incomplete file, and the stage is computed again.
        Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether a state is complete and intact. */
    boolean has(String name) throws IOException {
        Path file = directory.resolve(name);
        try (CheckedInputStream in =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), new CRC32C())) {
            long left = Files.size(file) - CRC;
            byte[] buffer = new byte[BUFFER];
            while (left > 0) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    return false;
                }
                left -= count;
            }
            long crc = in.getChecksum().getValue();
            return left == 0 && new DataInputStream(in).readLong() == crc && isOwn(file);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private boolean isOwn(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return header(in);
        }
    }

    private boolean header(DataInputStream in) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        return Arrays.equals(magic, MAGIC)
                && in.readShort() == VERSION
                && in.readShort() == 0
                && in.readUTF().equals(digest);
    }

    /** Reads a state that {@link #has} has checked. */
    void read(String name, Reader state) throws IOException {
        try (InputStream file = Files.newInputStream(directory.resolve(name));
                DataInputStream in = new DataInputStream(new BufferedInputStream(file, BUFFER))) {
            if (!header(in)) {
                throw new IOException(directory.resolve(name) + " was replaced while it was read");
            }
            state.read(in);
        }
    }

    /** Deletes all states. */
    void clear() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, file -> !file.endsWith(LOCK))) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Deletes the directory after the end of the analysis. */
    void delete() throws IOException {
        clear();
        Files.delete(directory.resolve(LOCK));
        Files.delete(directory);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
