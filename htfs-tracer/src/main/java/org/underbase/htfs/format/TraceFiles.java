package org.underbase.htfs.format;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.operator.output.PrintableText;

/**
 * Search for the segments of traces. A location is a file, a directory (all segments in it and its subdirectories) or a
 * glob of either, on any Hadoop file system; a location without a scheme is local.
 */
public final class TraceFiles {
    /** Suffix of the segments' file names. */
    public static final String SUFFIX = Layout.SUFFIX;

    private static final Logger LOG = LoggerFactory.getLogger(TraceFiles.class);

    private TraceFiles() {}

    /** Finds segments as {@link #find(Configuration, Collection, Consumer)}, and logs a warning for each skipped file. */
    public static List<TraceSlice> find(Configuration conf, Collection<String> locations) throws IOException {
        return find(conf, locations, line -> LOG.warn("Skipping {}", line));
    }

    /**
     * Finds the segments at the locations. It skips pipes, devices and other files that are not regular, and copies of a
     * segment: of several files with equal segment headers it returns the longest one, of equally long ones an intact one.
     *
     * @param conf configuration of the file systems
     * @param locations files, directories or globs
     * @param skipped receives one line for each skipped file, with its name and the cause
     * @return the segments without duplicates, ordered by host, process and number, so that the order of the locations has
     *     no effect; a file with an unreadable header has the place in its name, one without such a name comes first
     * @throws FileNotFoundException if a location does not exist
     * @throws TraceFormatException if a directory contains no segment, a location is not a regular file, or two different
     *     segments have the same host, process and number
     */
    public static List<TraceSlice> find(Configuration conf, Collection<String> locations, Consumer<String> skipped)
            throws IOException {
        return new SegmentSearch(conf, skipped)
                .find(locations).stream()
                        .map(status -> new TraceSlice(status.getPath().toString(), 0, status.getLen()))
                        .toList();
    }

    /**
     * Splits slices.
     *
     * @param slices the slices
     * @param bytes approximate maximum length of a result, in bytes, at least 1
     * @return the smaller slices
     */
    public static List<TraceSlice> split(List<TraceSlice> slices, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("invalid slice length " + bytes + ": must be at least 1");
        }
        List<TraceSlice> cut = new ArrayList<>();
        for (TraceSlice slice : slices) {
            long parts = Math.max(1, (slice.end() - slice.start() + bytes - 1) / bytes);
            long step = (slice.end() - slice.start() + parts - 1) / parts;
            for (long part = 0; part < parts; part++) {
                long start = slice.start() + part * step;
                cut.add(new TraceSlice(slice.path(), start, Math.min(slice.end(), start + step)));
            }
        }
        return cut;
    }

    /** Opens a slice; the caller closes the reader. */
    public static SegmentReader open(Configuration conf, TraceSlice slice) throws IOException {
        Path path = qualified(slice.path());
        SegmentInput input = SegmentInput.open(path.getFileSystem(conf), path);
        try {
            return new SegmentReader(shown(path), input, slice.start(), slice.end());
        } catch (TraceVersionException e) {
            input.close();
            throw new TraceVersionException(shown(path), e);
        } catch (TraceFormatException e) {
            input.close();
            throw new TraceFormatException(shown(path) + ": " + e.getMessage(), e);
        } catch (IOException e) {
            input.close();
            throw e;
        }
    }

    /** Whether the file of a slice exists. */
    public static boolean exists(Configuration conf, TraceSlice slice) throws IOException {
        Path path = qualified(slice.path());
        return path.getFileSystem(conf).exists(path);
    }

    /** Returns the time of the last change of a slice's file, in milliseconds since the epoch; 0 if it is gone. */
    public static long modified(Configuration conf, TraceSlice slice) throws IOException {
        Path path = qualified(slice.path());
        try {
            return path.getFileSystem(conf).getFileStatus(path).getModificationTime();
        } catch (FileNotFoundException e) {
            LOG.debug("{} was deleted", path, e);
            return 0;
        }
    }

    /** Whether a local segment has an end mark, so that no process writes it; false if it cannot be read. */
    public static boolean ended(java.nio.file.Path segment) {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ)) {
            int count = (int) Math.min(BlockHeader.MAX_LENGTH, channel.size());
            ByteBuffer last = ByteBuffer.allocate(count);
            if (channel.read(last, channel.size() - count) < count) {
                return false;
            }
            byte[] bytes = last.array();
            int at = count - BlockHeader.LENGTH_1;
            while (at >= 0 && !Arrays.equals(bytes, at, at + 8, Layout.BLOCK_MAGIC, 0, 8)) {
                at--;
            }
            return at >= 0 && BlockHeader.decode(bytes, at, count).end();
        } catch (IOException e) {
            LOG.debug("{} does not end with an end mark", segment, e);
            return false;
        }
    }

    /** Returns the name of a segment for output: without {@code file:}, control characters escaped. */
    public static String shown(TraceSlice slice) {
        return shown(qualified(slice.path()));
    }

    static String shown(Path path) {
        return PrintableText.of(
                "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString());
    }

    static Path qualified(String location) {
        Path path = new Path(location);
        return path.toUri().getScheme() != null
                ? path
                : new Path("file", null, new java.io.File(location).getAbsolutePath());
    }
}
