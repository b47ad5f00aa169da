package org.underbase.tier.datanode.device;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measurement of a device with one file: sequential writes and reads, then random reads and writes of 4 KiB, one at a
 * time. It uses direct I/O (O_DIRECT) if the file system supports it. Otherwise it syncs writes to the device and reads
 * through the page cache, and logs this.
 *
 * <p>File size and duration are bounded; after the time limit only the current operation completes. An interrupted
 * probe throws an exception. The file is deleted in any case.
 */
final class DeviceProbe {
    /** Name of the temporary file; the next start deletes a leftover file. */
    static final String FILE = "underbase-tier-probe.tmp";
    /** Minimum file size for a meaningful measurement. */
    static final long SMALLEST = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(DeviceProbe.class);
    private static final int CHUNK = 1 << 20;
    private static final int PIECE = 4096;
    /** Interval of syncs without O_DIRECT, which keep the time limit on a slow device. */
    private static final int FORCE_EVERY = 4 << 20;

    private static final int MOST_PIECES = 20_000;
    private static final long SEED = 0x7469657273L;

    private final long bytes;
    private final Duration limit;

    /**
     * Creates a probe.
     *
     * @param bytes size of the file, at least {@link #SMALLEST}
     * @param limit time limit
     */
    DeviceProbe(long bytes, Duration limit) {
        if (bytes < SMALLEST) {
            throw new IllegalArgumentException("a probe needs a file of at least " + SMALLEST + " bytes");
        }
        this.bytes = bytes / CHUNK * CHUNK;
        this.limit = limit;
    }

    /**
     * Measures the device.
     *
     * @throws IOException if the file cannot be written or read, or the thread is interrupted
     */
    DeviceRates measure(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            if (Files.getFileStore(directory).getBlockSize() <= PIECE) {
                try {
                    return measure(file, true);
                } catch (ClosedByInterruptException e) {
                    throw e;
                } catch (UnsupportedOperationException | IOException e) {
                    LOG.debug("no O_DIRECT in {}", directory, e);
                }
            }
            LOG.info(
                    "{} cannot be read past the page cache: the tier's probe measures through it, and its reads may be"
                            + " those of memory; configure dfs.tier.<tier>.device.* instead if that matters",
                    directory);
            return measure(file, false);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private DeviceRates measure(Path file, boolean direct) throws IOException {
        // An attempt with O_DIRECT may leave a file: open(2) creates it before it fails.
        Files.deleteIfExists(file);
        List<OpenOption> options = new ArrayList<>(
                List.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
        if (direct) {
            options.add(ExtendedOpenOption.DIRECT);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        // Random bytes, because some devices compress.
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK + PIECE).alignedSlice(PIECE);
        while (chunk.remaining() >= Long.BYTES) {
            chunk.putLong(random.nextLong());
        }
        try (FileChannel channel = FileChannel.open(file, options.toArray(new OpenOption[0]))) {
            Clock writing = new Clock(0.4);
            long written = writeInSequence(channel, chunk, direct, writing);
            long writeBandwidth = writing.perSecond(written);

            Clock reading = new Clock(0.2);
            long readBandwidth = reading.perSecond(readInSequence(channel, chunk, written, reading));

            Clock randomReads = new Clock(0.2);
            long reads = pieces(randomReads, written, random, position -> transfer(channel, chunk, position, false));
            long readIops = randomReads.perSecond(reads);

            Clock randomWrites = new Clock(0.2);
            long writes = pieces(randomWrites, written, random, position -> {
                transfer(channel, chunk, position, true);
                if (!direct) {
                    channel.force(false);
                }
            });
            return new DeviceRates(readBandwidth, writeBandwidth, readIops, randomWrites.perSecond(writes));
        }
    }

    private long writeInSequence(FileChannel channel, ByteBuffer chunk, boolean direct, Clock clock)
            throws IOException {
        long written = 0;
        while (written < bytes && (written == 0 || !clock.over())) {
            chunk.clear().limit(CHUNK);
            while (chunk.hasRemaining()) {
                written += channel.write(chunk, written);
            }
            if (!direct && written % FORCE_EVERY == 0) {
                channel.force(false);
            }
        }
        channel.force(true);
        return written;
    }

    private static long readInSequence(FileChannel channel, ByteBuffer chunk, long length, Clock clock)
            throws IOException {
        long read = 0;
        while (read < length && (read == 0 || !clock.over())) {
            chunk.clear().limit(CHUNK);
            int count = channel.read(chunk, read);
            if (count <= 0) {
                throw new IOException("the probe's file ends at " + read + " instead of " + length);
            }
            read += count;
        }
        return read;
    }

    /** Operation on one piece of the file. */
    @FunctionalInterface
    private interface OnPiece {
        void at(long position) throws IOException;
    }

    private static long pieces(Clock clock, long length, SplittableRandom random, OnPiece what) throws IOException {
        long done = 0;
        while (done < MOST_PIECES && (done == 0 || !clock.over())) {
            what.at(random.nextLong(length / PIECE) * PIECE);
            done++;
        }
        return done;
    }

    private static void transfer(FileChannel channel, ByteBuffer chunk, long position, boolean write)
            throws IOException {
        chunk.clear().limit(PIECE);
        int count = write ? channel.write(chunk, position) : channel.read(chunk, position);
        if (count != PIECE) {
            throw new IOException("only " + count + " of " + PIECE + " bytes at " + position);
        }
    }

    /** Time limit of one phase of the probe. */
    private final class Clock {
        private final long start = System.nanoTime();
        private final long most;

        /** @param share fraction of the time limit */
        Clock(double share) {
            most = (long) (limit.toNanos() * share);
        }

        boolean over() {
            return System.nanoTime() - start >= most;
        }

        /** At least 1: 0 would say that nothing is known. */
        long perSecond(long amount) {
            double seconds = Math.max(1, System.nanoTime() - start) / 1e9;
            return Math.max(1, Math.round(amount / seconds));
        }
    }
}
