package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Closed files on which an fsync fails, in a checkpoint or in an append. The DataNode would report the replica of an open file as
 * bad, and the soak has no other.
 */
final class FaultyFiles {
    private static final int FILES = 8;
    private static final int HSYNCS = 3;
    private static final int LONGEST = 3000;
    private static final int MAX_ATTEMPTS = 20;

    private final SoakCluster cluster;
    private final DistributedFileSystem fs;
    private final String name;
    private final Random random;
    private final List<LogFile> files = new ArrayList<>();

    FaultyFiles(SoakCluster cluster, String name, long seed) {
        this.cluster = cluster;
        this.fs = cluster.fs();
        this.name = name;
        this.random = new Random(seed);
    }

    /** Writes files until an fsync failed. A checkpoint that precedes the injection makes it void. */
    void fail() throws IOException, Violation {
        for (int attempt = 0; cluster.faults().failures() == 0; attempt++) {
            if (attempt == MAX_ATTEMPTS) {
                throw new Violation("no fsync failed on " + files.size() + " files");
            }
            for (int i = 0; i < FILES; i++) {
                LogFile file = write();
                cluster.faults().arm(cluster.block(file.path()));
                if (random.nextBoolean()) {
                    append(file);
                }
            }
            cluster.checkpoint();
        }
        // A replay would report a replica whose fsync fails as bad.
        cluster.faults().disarm();
    }

    private LogFile write() throws IOException {
        LogFile file = new LogFile(new Path("/soak/" + name + "-" + files.size()), random.nextLong());
        files.add(file);
        write(file, fs.create(file.path(), false, 4096, (short) 1, LogWriter.BLOCK));
        return file;
    }

    private void append(LogFile file) throws IOException {
        file.reopens(file.written());
        write(file, fs.append(file.path()));
    }

    private void write(LogFile file, FSDataOutputStream out) throws IOException {
        byte[] bytes = new byte[LONGEST];
        for (int i = 0; i < HSYNCS; i++) {
            int length = 1 + random.nextInt(LONGEST);
            Contents.fill(file.seed(), file.written(), bytes, length);
            out.write(bytes, 0, length);
            file.wrote(length);
            out.hsync();
            file.synced();
        }
        out.close();
        file.closed();
    }

    void check(Counts counts) throws IOException, Violation {
        FileCheck check = new FileCheck(fs, true);
        for (LogFile file : files) {
            counts.add(Counts.FILES, 1);
            counts.add(Counts.BYTES, check.file(file));
        }
    }
}
