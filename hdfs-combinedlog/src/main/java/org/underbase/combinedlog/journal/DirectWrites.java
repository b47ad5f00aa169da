package org.underbase.combinedlog.journal;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes of a device that bypass the page cache and return when the bytes are on disk. The first one decides: if the file system
 * rejects it, the device never uses them. Confined to the thread that commits.
 */
final class DirectWrites {
    /** Function that opens a channel for direct writes; a test records or rejects them. */
    interface Opener {
        FileChannel open(Path file) throws IOException;

        /** Returns the size of the file system's blocks: the JDK rejects a write that does not consist of whole ones. */
        default long blockSize(Path file) throws IOException {
            return Files.getFileStore(file).getBlockSize();
        }
    }

    static final Opener DIRECT = file ->
            FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DSYNC, ExtendedOpenOption.DIRECT);

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int PAGE = SegmentHeader.PAGE;

    private final String device;
    private final Opener opener;
    private boolean blocksChecked;
    private boolean proven;
    private boolean rejected;

    DirectWrites(String device, Opener opener) {
        this.device = device;
        this.opener = opener;
    }

    /** Opens a channel; empty if the file system rejects direct writes, or without a free descriptor. */
    Optional<FileChannel> open(Path file) throws IOException {
        if (rejected) {
            return Optional.empty();
        }
        try {
            checkBlocks(file);
            return Optional.of(opener.open(file));
        } catch (IOException | UnsupportedOperationException e) {
            if (proven) {
                LOG.warn(
                        "Commits to {} use the page cache, because it cannot be opened for direct writes: {}",
                        file,
                        e.toString());
            } else {
                reject(e);
            }
            return Optional.empty();
        }
    }

    /** Once for a device, because this reads the mount table. */
    private void checkBlocks(Path file) {
        if (blocksChecked) {
            return;
        }
        blocksChecked = true;
        long blockSize;
        try {
            blockSize = opener.blockSize(file);
        } catch (IOException e) {
            LOG.debug("Unknown size of the blocks of {}: the first direct write decides", file, e);
            return;
        }
        // A first write of two pages could succeed by chance, and the next one fail.
        if (blockSize > PAGE) {
            throw new UnsupportedOperationException("the file system has blocks of " + blockSize + " bytes");
        }
    }

    /**
     * Writes whole pages. After a rejection, the caller writes the buffer in another way.
     *
     * @return false if the file system rejects direct writes
     * @throws IOException if a write fails after an earlier one succeeded
     */
    boolean write(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        if (rejected) {
            return false;
        }
        ByteBuffer rest = buffer.duplicate();
        int start = rest.position();
        try {
            while (rest.hasRemaining()) {
                int from = rest.position();
                // The next write of this channel must begin at a page, too.
                int written = channel.write(rest, position + from - start) & -PAGE;
                if (written == 0) {
                    throw new IOException("a direct write was shorter than a page");
                }
                rest.position(from + written);
            }
        } catch (IOException | IllegalArgumentException e) {
            reject(e);
            return false;
        }
        if (!proven) {
            proven = true;
            LOG.info("Commits to {} bypass the page cache", device);
        }
        return true;
    }

    /** Only before the first success: a later failure is one of the disk. */
    private void reject(Exception cause) throws IOException {
        if (proven) {
            throw cause instanceof IOException failure ? failure : new IOException(cause);
        }
        rejected = true;
        LOG.info("Commits to {} use the page cache, because direct writes failed: {}", device, cause.toString());
    }

    /** Creates a buffer for direct writes. */
    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes + PAGE)
                .alignedSlice(PAGE)
                .limit(bytes)
                .slice();
    }

    /** Whether the buffer consists of pages of memory and of the file. */
    static boolean aligned(ByteBuffer buffer, long position) {
        return buffer.isDirect()
                && buffer.remaining() % PAGE == 0
                && position % PAGE == 0
                && buffer.alignmentOffset(buffer.position(), PAGE) == 0;
    }
}
