package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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
        Matcher matcher = META.matcher(meta.getFileName().toString());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a checksum file: " + meta);
        }
        return Long.parseLong(matcher.group(2));
    }

    /** Finds the data file in either directory. */
    Optional<Path> data() throws IOException {
        for (Path directory : new Path[] {finalizedDirectory(), rbwDirectory()}) {
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

    /** Finds the checksum file with the highest generation stamp: HDFS renames the two files one by one. */
    Optional<Path> meta() throws IOException {
        Path best = null;
        for (Path directory : new Path[] {finalizedDirectory(), rbwDirectory()}) {
            if (attributes(directory).filter(BasicFileAttributes::isDirectory).isEmpty()) {
                continue;
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Matcher matcher = META.matcher(file.getFileName().toString());
                    boolean same = matcher.matches() && matcher.group(1).equals(Long.toString(id));
                    if (same && (best == null || generationStamp(file) > generationStamp(best))) {
                        best = file;
                    }
                }
            }
        }
        return Optional.ofNullable(best);
    }
}
