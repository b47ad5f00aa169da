package org.underbase.testbed.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/** Program of emulated disks, which is compiled on the machine that uses it. */
final class SlowDiskProgram {
    static final String INSTALL = "install fuse3 libfuse3-dev gcc pkg-config (and util-linux, e2fsprogs)";

    private SlowDiskProgram() {}

    /** Returns the reason why this machine cannot compile the program; empty if it can. */
    static Optional<String> obstacle() {
        try {
            return flags().exitCode() == 0 ? Optional.empty() : Optional.of("slow disks need libfuse3: " + INSTALL);
        } catch (IOException e) {
            return Optional.of("slow disks need pkg-config: " + INSTALL);
        }
    }

    /** Returns the program in a directory; compiles it the first time, in about half a second. */
    static synchronized Path compiled(Path directory) throws IOException {
        Path program = directory.resolve("slowdisk");
        if (Files.exists(program)) {
            return program;
        }
        Path source = directory.resolve("slowdisk.c");
        try (InputStream in = SlowDiskProgram.class.getResourceAsStream("slowdisk.c")) {
            Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
        }
        Path fresh = directory.resolve("slowdisk.new");
        List<String> words =
                new ArrayList<>(List.of("gcc", "-O2", "-Wall", "-Wextra", "-o", fresh.toString(), source.toString()));
        words.addAll(List.of(flags().orThrow().out().strip().split("\\s+")));
        Command.of(words).run().orThrow();
        return Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
    }

    private static CommandResult flags() throws IOException {
        return Command.of("pkg-config", "--cflags", "--libs", "fuse3").run();
    }
}
