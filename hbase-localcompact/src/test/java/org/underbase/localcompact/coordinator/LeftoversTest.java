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

/** What nobody wants is deleted, however long it takes. */
class LeftoversTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int AWAY = 3;

    @TempDir
    private java.nio.file.Path directory;

    /** Cannot delete at first, as with a NameNode that is away. */
    private static final class Away extends FilterFileSystem {
        private final AtomicInteger asked = new AtomicInteger();

        Away(FileSystem real) {
            super(real);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            if (asked.getAndIncrement() < AWAY) {
                throw new IOException("nobody is there");
            }
            return super.delete(path, recursive);
        }
    }

    @Test
    void isDeletedAsOftenAsItTakes() throws IOException {
        Away fs = new Away(FileSystem.getLocal(new Configuration()));
        Path left = new Path(directory.resolve("left").toUri());
        fs.create(left).close();
        try (Leftovers leftovers = new Leftovers(fs, Duration.ofMillis(10))) {
            leftovers.delete(left);
            await().atMost(LONG).until(() -> !fs.exists(left));
            assertThat(fs.asked).hasValue(AWAY + 1);
        }
    }

    @Test
    void whatIsNotThereIsAskedForOnce() throws IOException {
        Away fs = new Away(FileSystem.getLocal(new Configuration()));
        fs.asked.set(AWAY);
        try (Leftovers leftovers = new Leftovers(fs, Duration.ofMillis(10))) {
            leftovers.delete(new Path(directory.resolve("never").toUri()));
            await().atMost(LONG).untilAsserted(() -> assertThat(fs.asked).hasValue(AWAY + 1));
            Path left = new Path(directory.resolve("left").toUri());
            fs.create(left).close();
            leftovers.delete(left);
            await().atMost(LONG).until(() -> !fs.exists(left));
            assertThat(fs.asked).hasValue(AWAY + 2);
        }
    }
}
