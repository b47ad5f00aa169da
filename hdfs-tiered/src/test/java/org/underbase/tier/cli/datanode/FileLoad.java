package org.underbase.tier.cli.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;

/** Client that writes files and reads them back in a thread. A file whose write fails is not expected to exist. */
final class FileLoad implements AutoCloseable {
    private static final int BYTES = 100_000;
    private static final int FILES = 100;

    private final FileSystem fileSystem;
    /** Written files and the seeds of their content. */
    private final Map<Integer, Integer> written = new ConcurrentHashMap<>();

    private final List<IOException> failures = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "file-load");
    private volatile boolean ended;

    FileLoad(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
        thread.start();
    }

    private void run() {
        for (int seed = 0; !ended; seed++) {
            int number = seed % FILES;
            written.remove(number);
            try {
                try (FSDataOutputStream out = fileSystem.create(file(number))) {
                    byte[] content = content(seed);
                    out.write(content, 0, BYTES / 2);
                    out.hsync();
                    out.write(content, BYTES / 2, BYTES - BYTES / 2);
                }
                written.put(number, seed);
                DFSTestUtil.readFileAsBytes(fileSystem, file(number));
            } catch (IOException e) {
                // The DataNodes of a write or a read may stop.
                failures.add(e);
            }
        }
    }

    private static Path file(int number) {
        return new Path("/load/" + number);
    }

    private static byte[] content(int seed) {
        return DFSTestUtil.calculateFileContentsFromSeed(seed, BYTES);
    }

    /** Ends the load and checks the content of each file whose write succeeded. */
    void verify() throws Exception {
        close();
        assertThat(written).as("written files; failures: %s", failures).hasSizeGreaterThan(FILES / 2);
        for (Map.Entry<Integer, Integer> each : written.entrySet()) {
            assertThat(DFSTestUtil.readFileAsBytes(fileSystem, file(each.getKey())))
                    .isEqualTo(content(each.getValue()));
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
