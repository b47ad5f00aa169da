package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the deletion of orphaned files with retries. */
class OrphanCleanerTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int FAILURES = 3;

    @TempDir
    private java.nio.file.Path directory;

    /** File system whose first deletions fail, as with an unavailable NameNode. */
    private static final class FlakyFileSystem extends FilterFileSystem {
        private final AtomicInteger attempts = new AtomicInteger();

        FlakyFileSystem(FileSystem real) {
            super(real);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            if (attempts.getAndIncrement() < FAILURES) {
                throw new IOException("NameNode is unavailable");
            }
            return super.delete(path, recursive);
        }
    }

    @Test
    void deletionIsRetriedUntilItSucceeds() throws IOException {
        FlakyFileSystem fs = new FlakyFileSystem(FileSystem.getLocal(new Configuration()));
        Path orphan = new Path(directory.resolve("orphan").toUri());
        fs.create(orphan).close();
        try (OrphanCleaner orphans = new OrphanCleaner(fs, Duration.ofMillis(10))) {
            orphans.delete(orphan);
            await().atMost(LONG).until(() -> !fs.exists(orphan));
            assertThat(fs.attempts).hasValue(FAILURES + 1);
        }
    }

    @Test
    void missingFileIsDeletedOnce() throws IOException {
        FlakyFileSystem fs = new FlakyFileSystem(FileSystem.getLocal(new Configuration()));
        fs.attempts.set(FAILURES);
        try (OrphanCleaner orphans = new OrphanCleaner(fs, Duration.ofMillis(10))) {
            orphans.delete(new Path(directory.resolve("never").toUri()));
            await().atMost(LONG).untilAsserted(() -> assertThat(fs.attempts).hasValue(FAILURES + 1));
            Path orphan = new Path(directory.resolve("orphan").toUri());
            fs.create(orphan).close();
            orphans.delete(orphan);
            await().atMost(LONG).until(() -> !fs.exists(orphan));
            assertThat(fs.attempts).hasValue(FAILURES + 2);
        }
    }
}
