package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.process.Command;

/** Files of the replicas on the disks. */
public final class Replicas {
    static final Replicas NONE = new Replicas(Map.of(), List.of());

    private static final Pattern BLOCK = Pattern.compile("blk_[0-9]+");
    private static final int FILES_PER_COMMAND = 500;

    private final Map<String, List<Integer>> byBlock;
    private final List<Path> files;

    private Replicas(Map<String, List<Integer>> byBlock, List<Path> files) {
        this.byBlock = byBlock;
        this.files = files;
    }

    /**
     * Lists the current replicas.
     *
     * @param disks disks of DataNodes
     */
    public static Replicas of(List<NodeDisk> disks) throws IOException {
        Map<String, List<Integer>> byBlock = new TreeMap<>();
        List<Path> files = new ArrayList<>();
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
        return new Replicas(byBlock, files);
    }

    /** Returns the replicas of blocks that others lack. */
    Replicas without(Replicas others) {
        Map<String, List<Integer>> fewer = new TreeMap<>(byBlock);
        fewer.keySet().removeAll(others.byBlock.keySet());
        return new Replicas(
                fewer,
                files.stream()
                        .filter(file -> fewer.containsKey(file.getFileName().toString()))
                        .toList());
    }

    /** Returns the indices of the disks with a replica, per block. */
    List<int[]> blocks() {
        return byBlock.values().stream()
                .map(disks -> disks.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /**
     * Syncs these files to disk and evicts them from the page cache, so that the next read uses the disk. Files of checksums,
     * 1% of the data, may stay in the cache.
     */
    public void evict() throws IOException {
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
