package org.underbase.tier.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** Replicas on the disks of all DataNodes, running or not, read without their daemons. Thread-safe. */
final class Disks {
    private static final Pattern META = Pattern.compile("blk_([0-9]+)_([0-9]+)\\.meta");
    private static final Pattern BLOCK = Pattern.compile("blk_([0-9]+)");

    private final Map<String, Path> directories;

    /** @param directories directory of each DataNode's replicas, by the name of the DataNode */
    Disks(Map<String, Path> directories) {
        this.directories = Map.copyOf(directories);
    }

    /**
     * Finalized replica.
     *
     * @param dataNode name of the DataNode
     * @param block block ID
     * @param stamp generation stamp
     * @param length length in bytes
     * @param file block file
     */
    record Replica(String dataNode, long block, long stamp, long length, Path file) {}

    /** Replica under construction: {@code copied} by a move or a repair, or written by a client. */
    record Unfinished(String dataNode, long block, boolean copied) {}

    /** Lists the finalized replicas; concurrent changes may be missing. */
    List<Replica> finalized() {
        List<Replica> replicas = new ArrayList<>();
        for (Map.Entry<String, Path> dataNode : directories.entrySet()) {
            for (Path pool : pools(dataNode.getValue())) {
                for (Path meta : walk(pool.resolve("current/finalized"))) {
                    Matcher name = META.matcher(meta.getFileName().toString());
                    if (name.matches()) {
                        Path file = meta.resolveSibling("blk_" + name.group(1));
                        length(file)
                                .ifPresent(length -> replicas.add(new Replica(
                                        dataNode.getKey(),
                                        Long.parseLong(name.group(1)),
                                        Long.parseLong(name.group(2)),
                                        length,
                                        file)));
                    }
                }
            }
        }
        return replicas;
    }

    /** Lists the complete replicas of a block with this generation stamp and length. */
    List<Replica> finalized(ExtendedBlock block, long length) {
        return finalized().stream()
                .filter(replica -> replica.block() == block.getBlockId()
                        && replica.stamp() == block.getGenerationStamp()
                        && replica.length() == length)
                .toList();
    }

    /** Lists the replicas under construction. */
    List<Unfinished> unfinished() {
        List<Unfinished> replicas = new ArrayList<>();
        for (Map.Entry<String, Path> dataNode : directories.entrySet()) {
            for (Path pool : pools(dataNode.getValue())) {
                add(pool.resolve("tmp"), dataNode.getKey(), true, replicas);
                add(pool.resolve("current/rbw"), dataNode.getKey(), false, replicas);
            }
        }
        return replicas;
    }

    private static void add(Path directory, String dataNode, boolean copied, List<Unfinished> replicas) {
        for (Path file : walk(directory)) {
            Matcher name = BLOCK.matcher(file.getFileName().toString());
            if (name.matches()) {
                replicas.add(new Unfinished(dataNode, Long.parseLong(name.group(1)), copied));
            }
        }
    }

    private static List<Path> pools(Path data) {
        Path current = data.resolve("current");
        if (!Files.isDirectory(current)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(current)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("BP-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists the files below a directory, which may be deleted concurrently. */
    private static List<Path> walk(Path root) {
        List<Path> files = new ArrayList<>();
        List<Path> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            try (Stream<Path> entries = Files.list(open.remove(open.size() - 1))) {
                entries.forEach(entry -> (Files.isDirectory(entry) ? open : files).add(entry));
            } catch (NoSuchFileException gone) {
                // A deleted directory contains no files.
                files.removeIf(Files::notExists);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    private static OptionalLong length(Path file) {
        try {
            return OptionalLong.of(Files.size(file));
        } catch (NoSuchFileException gone) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
