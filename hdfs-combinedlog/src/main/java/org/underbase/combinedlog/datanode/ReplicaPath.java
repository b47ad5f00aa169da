package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;

/**
 * Paths of a replica's files in a data directory: {@code current/POOL/current/finalized/subdirN/subdirN} and
 * {@code current/POOL/current/rbw}.
 *
 * @param current directory {@code current} of the block pool
 * @param id block ID
 */
record ReplicaPath(Path current, long id) {
    static final Comparator<Path> BY_GENERATION_STAMP = Comparator.comparingLong(ReplicaPath::generationStamp);
    private static final Pattern META = Pattern.compile("blk_(-?[0-9]+)_([0-9]+)\\.meta");

    Path finalizedDirectory() {
        return DatanodeUtil.idToBlockDir(current.resolve("finalized").toFile(), id)
                .toPath();
    }

    Path rbwDirectory() {
        return current.resolve("rbw");
    }

    String dataName() {
        return "blk_" + id;
    }

    String metaName(long generationStamp) {
        return "blk_" + id + "_" + generationStamp + ".meta";
    }

    static long generationStamp(Path meta) {
        return Long.parseLong(matched(meta).group(2));
    }

    static long blockId(Path meta) {
        return Long.parseLong(matched(meta).group(1));
    }

    private static Matcher matched(Path meta) {
        Matcher matcher = META.matcher(meta.getFileName().toString());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a checksum file: " + meta);
        }
        return matcher;
    }

    /** Returns the directories that may contain the files. */
    List<Path> directories() {
        return List.of(finalizedDirectory(), rbwDirectory());
    }

    /** Finds the data file in either directory. */
    Optional<Path> data() throws IOException {
        for (Path directory : directories()) {
            Path file = directory.resolve(dataName());
            if (attributes(file).filter(BasicFileAttributes::isRegularFile).isPresent()) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Unlike {@code Files.exists}, this does not treat a failing disk as a missing file. */
    private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Whether the directory of the block pool exists. */
    boolean poolExists() throws IOException {
        return attributes(current).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    /** Lists the checksum files in a directory, which may be missing. */
    static List<Path> metaFiles(Path directory) throws IOException {
        if (attributes(directory).filter(BasicFileAttributes::isDirectory).isEmpty()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(
                            file -> META.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    /** Finds the checksum file with the highest generation stamp: HDFS renames the two files one by one. */
    Optional<Path> meta() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : directories()) {
            metaFiles(directory).stream().filter(file -> blockId(file) == id).forEach(found::add);
        }
        return found.stream().max(BY_GENERATION_STAMP);
    }
}
