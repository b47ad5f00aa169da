package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.process.Command;

/** Files of the replicas on the disks. */
final class Replicas {
    private static final Pattern BLOCK = Pattern.compile("blk_[0-9]+");
    private static final int FILES_PER_COMMAND = 500;

    private final Map<String, List<Integer>> byBlock = new TreeMap<>();
    private final List<Path> files = new ArrayList<>();

    /** Lists the current replicas. */
    Replicas(List<NodeDisk> disks) throws IOException {
        for (int disk = 0; disk < disks.size(); disk++) {
            try (Stream<Path> found = Files.walk(disks.get(disk).path())) {
                for (Path file : found.filter(
                                path -> path.getFileName().toString().startsWith("blk_"))
                        .toList()) {
                    String name = file.getFileName().toString();
                    if (BLOCK.matcher(name).matches()) {
                        files.add(file);
                        byBlock.computeIfAbsent(name, key -> new ArrayList<>()).add(disk);
                    }
                }
            }
        }
    }

    /** Returns the indices of the disks with a replica, per block. */
    List<int[]> blocks() {
        Collection<List<Integer>> all = byBlock.values();
        return all.stream()
                .map(disks -> disks.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /**
     * Syncs these files to disk and evicts them from the page cache, so that the next read uses the disk. Files of checksums,
     * 1% of the data, may stay in the cache.
     */
    void evict() throws IOException {
        for (int first = 0; first < files.size(); first += FILES_PER_COMMAND) {
            List<String> command = new ArrayList<>(List.of(
                    "sh",
                    "-c",
                    "sync -d \"$@\" && for f; do dd if=\"$f\" iflag=nocache count=0 status=none || exit; done",
                    "evict"));
            files.subList(first, Math.min(files.size(), first + FILES_PER_COMMAND)).stream()
                    .map(Path::toString)
                    .forEach(command::add);
            Command.of(command).run().orThrow();
        }
    }
}
