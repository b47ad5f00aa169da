package org.underbase.replay;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** File system whose fourth rename never returns, and prints a line. */
public final class HangingFileSystem extends DistributedFileSystem {
    private static final AtomicInteger RENAMES = new AtomicInteger();

    /** Line on standard output. */
    static final String LINE = "hanging";

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        if (RENAMES.incrementAndGet() > 3) {
            System.out.println(LINE);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        return super.rename(from, to);
    }
}
