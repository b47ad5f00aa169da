package org.underbase.htfs.format;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
 * Search for segments. It skips what would hang a reader, such as pipes, and copies of segments, whose events would count
 * twice. It describes each skipped file in one line.
 */
final class SegmentSearch {
    private static final Logger LOG = LoggerFactory.getLogger(TraceFiles.class);
    static final String IRREGULAR = "it is not a regular file";
    private static final String PART = "it is the part of a segment that was not copied completely";

    private final Configuration conf;
    private final Consumer<String> skipped;

    /** A file with its segment header; null if that is unreadable, which the reader of the file reports. */
    private record Candidate(FileStatus file, SegmentHeader header, SegmentPlace place) {
        private static final Comparator<Candidate> ORDER = Comparator.comparing(Candidate::place)
                .thenComparing(candidate -> candidate.file().getPath().toString());
    }

    /**
     * Creates a search.
     *
     * @param conf configuration of the file systems
     * @param skipped receives one line for each skipped file
     */
    SegmentSearch(Configuration conf, Consumer<String> skipped) {
        this.conf = conf;
        this.skipped = skipped;
    }

    /** Finds the segments at locations, as {@link TraceFiles#find(Configuration, Collection, Consumer)}. */
    List<FileStatus> find(Collection<String> locations) throws IOException {
        Map<Path, FileStatus> found = new LinkedHashMap<>();
        for (String location : locations) {
            Path path = TraceFiles.qualified(location);
            FileSystem fs = path.getFileSystem(conf);
            for (FileStatus segment : at(fs, path, location)) {
                found.putIfAbsent(segment.getPath(), segment);
            }
        }
        return found.size() < 2 ? List.copyOf(found.values()) : inOrder(found.values());
    }

    /** Finds the file of exactly that name, otherwise the matches of the glob, and the segments in directories. */
    private List<FileStatus> at(FileSystem fs, Path path, String location) throws IOException {
        try {
            FileStatus exact = fs.getFileStatus(path);
            if (!exact.isDirectory() && irregular(exact)) {
                throw new TraceFormatException(location + ": not a trace: " + IRREGULAR);
            }
            return exact.isDirectory() ? in(fs, exact.getPath(), location) : List.of(exact);
        } catch (FileNotFoundException e) {
            LOG.debug("{} is not the name of a file", location, e);
        }
        FileStatus[] matches = fs.globStatus(path);
        if (matches == null || matches.length == 0) {
            throw new FileNotFoundException(location + ": no such file or directory"
                    + (local(path) && !location.startsWith("file:")
                            ? " on this machine; a path in HDFS begins with hdfs://"
                            : ""));
        }
        List<FileStatus> segments = new ArrayList<>();
        for (FileStatus match : matches) {
            if (match.isDirectory()) {
                segments.addAll(in(fs, match.getPath(), location));
            } else if (irregular(match)) {
                skip(match.getPath(), IRREGULAR);
            } else {
                segments.add(match);
            }
        }
        if (segments.isEmpty()) {
            throw new TraceFormatException(location + ": no match is a regular file");
        }
        return segments;
    }

    private List<FileStatus> in(FileSystem fs, Path directory, String location) throws IOException {
        List<FileStatus> segments = local(directory) ? walk(fs, directory) : list(fs, directory);
        if (segments.isEmpty()) {
            throw new TraceFormatException(
                    location + ": the directory contains no trace (no file *" + TraceFiles.SUFFIX + ")");
        }
        segments.sort(Comparator.comparing(file -> file.getPath().toString()));
        return segments;
    }

    /** Whether a program copies a segment to this file and renames it at the end, or was killed before. */
    private static boolean isPartOfCopy(String name) {
        return name.contains(TraceFiles.SUFFIX + ".") || name.contains(TraceFiles.SUFFIX + "_");
    }

    private List<FileStatus> list(FileSystem fs, Path directory) throws IOException {
        List<FileStatus> segments = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(directory, true);
        while (files.hasNext()) {
            FileStatus file = files.next();
            if (file.getPath().getName().endsWith(TraceFiles.SUFFIX)) {
                segments.add(file);
            } else if (isPartOfCopy(file.getPath().getName())) {
                skip(file.getPath(), PART);
            }
        }
        return segments;
    }

    /** Lists a local directory. Unlike Hadoop's listing it does not follow links in circles. */
    private List<FileStatus> walk(FileSystem fs, Path directory) throws IOException {
        List<FileStatus> segments = new ArrayList<>();
        java.nio.file.Path root = java.nio.file.Path.of(directory.toUri().getPath());
        Files.walkFileTree(root, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(java.nio.file.Path inner, BasicFileAttributes attributes) {
                if (!inner.equals(root) && inner.toString().endsWith(TraceFiles.SUFFIX)) {
                    skip(new Path("file", null, inner.toString()), IRREGULAR);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(java.nio.file.Path file, BasicFileAttributes attributes)
                    throws IOException {
                if (file.toString().endsWith(TraceFiles.SUFFIX)) {
                    Path segment = new Path("file", null, file.toString());
                    if (attributes.isRegularFile()) {
                        addStatus(fs, segment, segments);
                    } else {
                        skip(segment, IRREGULAR);
                    }
                } else if (isPartOfCopy(file.getFileName().toString())) {
                    skip(new Path("file", null, file.toString()), PART);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(java.nio.file.Path file, IOException e) throws IOException {
                if (file.equals(root)) {
                    throw e;
                }
                skip(
                        new Path("file", null, file.toString()),
                        e instanceof FileSystemLoopException
                                ? "it is a symbolic link to a directory that contains it"
                                : e.toString());
                return FileVisitResult.CONTINUE;
            }
        });
        return segments;
    }

    private void addStatus(FileSystem fs, Path segment, List<FileStatus> segments) throws IOException {
        try {
            segments.add(fs.getFileStatus(segment));
        } catch (FileNotFoundException e) {
            skip(segment, "it was deleted");
        }
    }

    private static boolean local(Path path) {
        return "file".equals(path.toUri().getScheme());
    }

    /** Whether a file is a pipe, a device or a socket, or a link to one: opening it may wait for ever. */
    static boolean irregular(FileStatus file) {
        return local(file.getPath())
                && !Files.isRegularFile(
                        java.nio.file.Path.of(file.getPath().toUri().getPath()));
    }

    /**
     * Sorts the files by the places of their segments and removes those whose segment another file contains, too; the
     * {@link #best} one remains.
     */
    private List<FileStatus> inOrder(Collection<FileStatus> files) throws TraceFormatException {
        List<Candidate> candidates = new ArrayList<>();
        Map<SegmentHeader, List<FileStatus>> copies = new LinkedHashMap<>();
        for (FileStatus file : files) {
            Optional<SegmentHeader> header = header(file);
            SegmentPlace place = header.map(SegmentPlace::of)
                    .orElseGet(() -> SegmentPlace.ofName(file.getPath().getName()));
            candidates.add(new Candidate(file, header.orElse(null), place));
            header.ifPresent(same ->
                    copies.computeIfAbsent(same, key -> new ArrayList<>()).add(file));
        }
        Map<SegmentHeader, FileStatus> kept = new LinkedHashMap<>();
        copies.forEach((header, same) -> kept.put(header, best(same)));
        rejectClashes(kept);
        candidates.sort(Candidate.ORDER);
        List<FileStatus> segments = new ArrayList<>();
        for (Candidate candidate : candidates) {
            FileStatus original = candidate.header() == null ? candidate.file() : kept.get(candidate.header());
            if (candidate.file().getPath().equals(original.getPath())) {
                segments.add(original);
            } else {
                skip(
                        candidate.file().getPath(),
                        "it is a copy of " + TraceFiles.shown(original.getPath()) + ", "
                                + candidate.place().describe());
            }
        }
        return segments;
    }

    /**
     * Returns the longest copy. Of several ones it reads the blocks in the order of the names, so that the order of the
     * locations has no effect, and returns the first intact one; without any, the first of those with the most readable events.
     */
    private FileStatus best(List<FileStatus> copies) {
        long length = copies.stream().mapToLong(FileStatus::getLen).max().orElseThrow();
        List<FileStatus> longest = copies.stream()
                .filter(file -> file.getLen() == length)
                .sorted(Comparator.comparing(file -> file.getPath().toString()))
                .toList();
        FileStatus best = longest.get(0);
        if (longest.size() == 1) {
            return best;
        }
        long most = 0;
        for (FileStatus file : longest) {
            ReadReport report = check(file);
            if (report.corruptRangeCount() == 0) {
                return file;
            }
            if (report.events() > most) {
                most = report.events();
                best = file;
            }
        }
        return best;
    }

    private ReadReport check(FileStatus file) {
        TraceSlice slice = new TraceSlice(file.getPath().toString(), 0, file.getLen());
        try (SegmentReader reader = TraceFiles.open(conf, slice)) {
            reader.checkBlocks();
            return reader.report();
        } catch (IOException e) {
            LOG.debug("{} cannot be read", file.getPath(), e);
            return ReadReport.unreadable(slice, e.toString());
        }
    }

    /** IDs of files and streams are unique in a process only: of two recordings with one name, a reader could not tell them apart. */
    private static void rejectClashes(Map<SegmentHeader, FileStatus> segments) throws TraceFormatException {
        Map<SegmentPlace, FileStatus> places = new HashMap<>();
        for (Map.Entry<SegmentHeader, FileStatus> segment : segments.entrySet()) {
            SegmentPlace place = SegmentPlace.of(segment.getKey());
            FileStatus other = places.put(place, segment.getValue());
            if (other != null) {
                throw new TraceFormatException(PrintableText.of(TraceFiles.shown(other.getPath()) + " and "
                        + TraceFiles.shown(segment.getValue().getPath()) + ": different segments are both "
                        + place.describe() + "; read them separately"));
            }
        }
    }

    private Optional<SegmentHeader> header(FileStatus file) {
        try (SegmentInput input = SegmentInput.open(file.getPath().getFileSystem(conf), file.getPath())) {
            byte[] fixed = new byte[SegmentHeader.FIXED];
            input.read(0, fixed, 0, fixed.length);
            byte[] bytes = new byte[SegmentHeader.length(fixed)];
            input.read(0, bytes, 0, bytes.length);
            return Optional.of(SegmentHeader.decode(bytes, bytes.length));
        } catch (IOException e) {
            LOG.debug("{} has no readable header", file.getPath(), e);
            return Optional.empty();
        }
    }

    private void skip(Path file, String cause) {
        skipped.accept(PrintableText.of(TraceFiles.shown(file) + ": " + cause));
    }
}
