package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.underbase.testbed.process.Command;

/** Files in the kernel's page cache: eviction, so that their next read comes from the disk, and the opposite. */
public final class PageCache {
    private static final int FILES_AT_ONCE = 200;

    /** Kernel file that evicts clean pages, directory entries and inodes. */
    private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private PageCache() {}

    /**
     * Writes back and evicts all pages, directory entries and inodes of the machine, as a reboot does. Memory file systems keep
     * theirs. It slows down other processes for a while.
     *
     * @throws IOException if this process lacks the permission
     */
    public static void evictAll() throws IOException {
        Command.of("sync").limit(LIMIT).run().orThrow();
        Files.writeString(DROP, "3");
    }

    /** Reads all files below a directory, in parallel, so that the page cache contains them. No file may be deleted concurrently. */
    public static void load(Path directory) throws IOException {
        Command.of(
                        "sh",
                        "-c",
                        "find \"$1\" -type f -print0 | xargs -0 -n 500 -P 8 cat > /dev/null",
                        "load",
                        directory.toString())
                .limit(LIMIT)
                .run()
                .orThrow();
    }

    /** Returns the bytes of files that the page cache contains. */
    public static long bytes(List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of("fincore", "-b", "-n", "-r", "-o", "RES"));
        files.forEach(file -> command.add(file.toString()));
        return sum(Command.of(command));
    }

    /** Returns the bytes of finalized replicas below a directory, and of their checksums, that the page cache contains. */
    public static long replicaBytes(Path directory) throws IOException {
        return sum(Command.of(
                "sh",
                "-c",
                // A replica may be deleted concurrently.
                "find \"$1\" -path '*/finalized/*' -name 'blk_*' | while IFS= read -r f; do"
                        + " fincore -b -n -r -o RES \"$f\" || [ ! -e \"$f\" ] || exit; done",
                "resident",
                directory.toString()));
    }

    private static long sum(Command command) throws IOException {
        return command.run()
                .orThrow()
                .out()
                .lines()
                .mapToLong(line -> Long.parseLong(line.trim()))
                .sum();
    }

    /** Loads the finalized replicas below a directory. */
    public static void loadReplicas(Path directory) throws IOException {
        onReplicas(directory, "cat \"$f\" > /dev/null");
    }

    /** Writes back and evicts the finalized replicas below a directory. */
    public static void evictReplicas(Path directory) throws IOException {
        onReplicas(directory, "{ sync -d \"$f\" && dd if=\"$f\" iflag=nocache count=0 status=none; }");
    }

    private static void onReplicas(Path directory, String action) throws IOException {
        List<String> replicas;
        try (Stream<Path> files = Files.walk(directory)) {
            replicas = files.filter(file -> file.getFileName().toString().startsWith("blk_")
                            && file.toString().contains("/finalized/"))
                    .map(Path::toString)
                    .toList();
        }
        for (int first = 0; first < replicas.size(); first += FILES_AT_ONCE) {
            List<String> command = new ArrayList<>(List.of(
                    "sh",
                    "-c",
                    // A replica may be deleted concurrently.
                    "for f; do " + action + " || [ ! -e \"$f\" ] || exit; done",
                    "replicas"));
            command.addAll(replicas.subList(first, Math.min(replicas.size(), first + FILES_AT_ONCE)));
            Command.of(command).run().orThrow();
        }
    }
}
