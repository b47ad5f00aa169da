package org.underbase.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.disk.PageCache;

/** Test of memory limits, and of their removal with a cluster. */
class MemoryGroupTest {
    private static final int LIMIT = 16 << 20;
    private static final int FILE = 4 * LIMIT;

    @Test
    void pagesOfReadFilesStayBelowTheLimit(@TempDir Path directory) throws IOException {
        assumeTrue(MemoryGroup.obstacle().isEmpty(), "no control groups of memory");
        String id = UUID.randomUUID().toString();
        Path home = Files.createDirectory(directory.resolve("cluster"));
        ClusterReaper reaper = ClusterReaper.start(id, home);
        MemoryGroup group = MemoryGroup.of("underbase-test-" + id);
        // Below the build directory, because the temporary directory may be in memory.
        Path file = Files.createTempFile(Path.of("target"), "memory-group", "");
        try {
            assumeTrue(!Files.getFileStore(file).type().equals("tmpfs"), "the build directory is in memory");
            reaper.remember(new Undo.ControlGroup(group.path()));
            group.create(LIMIT);
            Files.write(file, new byte[FILE]);
            Command.of("sync", "-d", file.toString()).run().orThrow();
            Command.of("dd", "if=" + file, "iflag=nocache", "count=0").run().orThrow();
            assertThat(PageCache.bytes(List.of(file))).isLessThanOrEqualTo(LIMIT);
            group.command(List.of("cat", file.toString())).run().orThrow();
            assertThat(PageCache.bytes(List.of(file))).isPositive().isLessThanOrEqualTo(LIMIT);
        } finally {
            Files.delete(file);
            reaper.cleanUp();
        }
        assertThat(group.path()).doesNotExist();
    }

    @Test
    void missingProcessIsReported() throws IOException {
        assumeTrue(MemoryGroup.obstacle().isEmpty(), "no control groups of memory");
        MemoryGroup missing = MemoryGroup.of("underbase-missing-" + UUID.randomUUID());
        assertThatThrownBy(() -> missing.add(ProcessHandle.current().pid())).isInstanceOf(IOException.class);
    }
}
