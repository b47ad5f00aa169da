package org.underbase.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Control group of the kernel that limits the memory of processes, including the pages of files that they read and write. When
 * the limit is reached, the kernel evicts pages of files. Groups of version 1, otherwise of version 2, see cgroups(7); only
 * version 1 was tried.
 *
 * @param path directory of the group
 */
public record MemoryGroup(Path path) {
    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
    private static final String LIMIT_1 = "memory.limit_in_bytes";
    private static final String LIMIT_2 = "memory.max";

    /** Returns why this machine cannot limit memory; empty if it can. */
    public static Optional<String> obstacle() throws IOException {
        Path parent = parent();
        Path controllers = VERSION_2.resolve("cgroup.subtree_control");
        if (parent.equals(VERSION_2)
                && !(Files.exists(controllers) && Files.readString(controllers).contains("memory"))) {
            return Optional.of("no control groups of memory are mounted");
        }
        return Files.isWritable(parent) ? Optional.empty() : Optional.of(parent + " is not writable: root is required");
    }

    private static Path parent() {
        return Files.exists(VERSION_1.resolve(LIMIT_1)) ? VERSION_1 : VERSION_2;
    }

    /**
     * Names a group, which {@link #create} creates.
     *
     * @param name name that no other group has
     */
    public static MemoryGroup of(String name) {
        return new MemoryGroup(parent().resolve(name));
    }

    /**
     * Creates the group without processes.
     *
     * @param bytes limit; the kernel rounds it to pages
     */
    public void create(long bytes) throws IOException {
        Files.createDirectory(path);
        boolean first = path.startsWith(VERSION_1);
        Files.writeString(path.resolve(first ? LIMIT_1 : LIMIT_2), Long.toString(bytes));
    }

    /** Adds a process; memory that it already uses is not counted. */
    public void add(long pid) throws IOException {
        Files.writeString(path.resolve("cgroup.procs"), Long.toString(pid));
    }

    /** Prepares a command that runs in the group. */
    public Command command(List<String> words) {
        List<String> inGroup = new ArrayList<>(List.of(
                "sh",
                "-c",
                "echo $$ > \"$1\" && shift && exec \"$@\"",
                "group",
                path.resolve("cgroup.procs").toString()));
        inGroup.addAll(words);
        return Command.of(inGroup);
    }
}
