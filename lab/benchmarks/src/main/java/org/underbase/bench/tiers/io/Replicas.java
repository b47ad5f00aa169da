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

/** The replicas on the disks, as files. */
final class Replicas {
    private static final Pattern BLOCK = Pattern.compile("blk_[0-9]+");
    private static final int FILES_AT_ONCE = 500;

    private final Map<String, List<Integer>> byBlock = new TreeMap<>();
    private final List<Path> files = new ArrayList<>();

    /** Looks at the disks as they are. */
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

    /** For each block the indices of the disks that hold a replica. */
    List<int[]> blocks() {
        Collection<List<Integer>> all = byBlock.values();
        return all.stream()
                .map(disks -> disks.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /**
     * Writes back what is only in memory and takes it out of the page cache, for these files alone, so that the next read
     * comes from the disk. Checksums, a hundredth of the data, may stay.
     */
    void evict() throws IOException {
        for (int first = 0; first < files.size(); first += FILES_AT_ONCE) {
            List<String> command = new ArrayList<>(List.of(
                    "sh",
                    "-c",
                    "sync -d \"$@\" && for f; do dd if=\"$f\" iflag=nocache count=0 status=none || exit; done",
                    "evict"));
            files.subList(first, Math.min(files.size(), first + FILES_AT_ONCE)).stream()
                    .map(Path::toString)
                    .forEach(command::add);
            Command.of(command).run().orThrow();
        }
    }
}
