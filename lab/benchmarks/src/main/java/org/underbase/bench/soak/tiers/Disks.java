package org.underbase.bench.soak.tiers;

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

/** What is on the disks of all DataNodes, whether they run or not: no daemon is asked. Thread-safe. */
final class Disks {
    private static final Pattern META = Pattern.compile("blk_([0-9]+)_([0-9]+)\\.meta");
    private static final Pattern BLOCK = Pattern.compile("blk_([0-9]+)");

    private final Map<String, Path> directories;

    /** @param directories where each DataNode keeps its replicas, by the DataNode's name */
    Disks(Map<String, Path> directories) {
        this.directories = Map.copyOf(directories);
    }

    /**
     * A finalized replica.
     *
     * @param dataNode its name
     * @param stamp the block's generation stamp
     * @param length bytes
     */
    record Replica(String dataNode, long block, long stamp, long length, Path file) {}

    /** A replica that is being written: copied by a move or a repair, or by a client. */
    record Unfinished(String dataNode, long block, boolean copied) {}

    /** The finalized replicas, as the directories are gone through: what changes meanwhile may be seen or not. */
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

    /** The replicas that are being written. */
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

    /** Files and directories may go while they are listed. */
    private static List<Path> walk(Path root) {
        List<Path> files = new ArrayList<>();
        List<Path> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            try (Stream<Path> entries = Files.list(open.remove(open.size() - 1))) {
                entries.forEach(entry -> (Files.isDirectory(entry) ? open : files).add(entry));
            } catch (NoSuchFileException gone) {
                // Directories may go while they are listed, and have no files then.
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
