package org.underbase.htfs.format;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
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

    /**
     * Finds the segments at the locations.
     *
     * @param conf configuration of the file systems
     * @param locations files, directories or globs
     * @return the segments without duplicates, ordered by name within each location
     * @throws FileNotFoundException if a location does not exist
     * @throws TraceFormatException if a directory contains no segment
     */
    public static List<TraceSlice> find(Configuration conf, Collection<String> locations) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        for (String location : locations) {
            Path path = qualified(location);
            FileSystem fs = path.getFileSystem(conf);
            for (FileStatus match : matches(fs, path, location)) {
                List<FileStatus> segments = match.isDirectory() ? below(fs, match.getPath()) : List.of(match);
                if (segments.isEmpty()) {
                    throw new TraceFormatException(
                            location + ": the directory contains no trace (no file *" + SUFFIX + ")");
                }
                found.addAll(segments);
            }
        }
        return found.stream()
                .map(status -> new TraceSlice(status.getPath().toString(), 0, status.getLen()))
                .distinct()
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

    private static String shown(Path path) {
        return PrintableText.of(
                "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString());
    }

    /** Returns the file of exactly that name, otherwise the matches of the glob. */
    private static List<FileStatus> matches(FileSystem fs, Path path, String location) throws IOException {
        try {
            return List.of(fs.getFileStatus(path));
        } catch (FileNotFoundException e) {
            FileStatus[] matches = fs.globStatus(path);
            if (matches == null || matches.length == 0) {
                throw new FileNotFoundException(location + ": no such file or directory");
            }
            return List.of(matches);
        }
    }

    private static Path qualified(String location) {
        Path path = new Path(location);
        return path.toUri().getScheme() != null
                ? path
                : new Path("file", null, new java.io.File(location).getAbsolutePath());
    }

    private static List<FileStatus> below(FileSystem fs, Path directory) throws IOException {
        List<FileStatus> segments = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(directory, true);
        while (files.hasNext()) {
            FileStatus file = files.next();
            if (file.getPath().getName().endsWith(SUFFIX)) {
                segments.add(file);
            }
        }
        segments.sort(Comparator.comparing(file -> file.getPath().toString()));
        return segments;
    }
}
