package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Checksum files of a storage, found by one list of each directory: a list per replica would read a directory of n replicas n times.
 * Only the owner of this object may rename the files. Not thread-safe.
 */
final class MetaFiles {
    /** Directory listings; checksum files by block ID. */
    private final Map<Path, Map<Long, Path>> directories = new HashMap<>();

    /** Finds the checksum file with the highest generation stamp: HDFS renames the two files of a replica one by one. */
    Optional<Path> of(ReplicaPath replica) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : replica.directories()) {
            Optional.ofNullable(listed(directory).get(replica.id())).ifPresent(found::add);
        }
        Optional<Path> newest = found.stream().max(ReplicaPath.BY_GENERATION_STAMP);
        // The replay renames and creates files after the directory was listed.
        return newest.isPresent() && Files.exists(newest.get()) ? newest : replica.meta();
    }

    private Map<Long, Path> listed(Path directory) throws IOException {
        Map<Long, Path> known = directories.get(directory);
        if (known == null) {
            Map<Long, Path> files = new HashMap<>();
            for (Path file : ReplicaPath.metaFiles(directory)) {
                files.merge(ReplicaPath.blockId(file), file, BinaryOperator.maxBy(ReplicaPath.BY_GENERATION_STAMP));
            }
            directories.put(directory, files);
            known = files;
        }
        return known;
    }
}
