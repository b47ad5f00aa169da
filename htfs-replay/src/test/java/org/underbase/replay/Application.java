package org.underbase.replay;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Application that is traced: several threads with dependencies, in the directory layout of HBase. */
final class Application {
    static final int EARLIER_FILES = 12;
    static final int CODED_BYTES = 3_000_000;
    private static final String POLICY = "XOR-2-1-1024k";
    private static final String REGION = "/app/data/default/t/0123456789abcdef0123456789abcdef";

    private final FileSystem fs;

    Application(FileSystem fs) {
        this.fs = fs;
    }

    /** Creates what exists before the trace. */
    static void before(DistributedFileSystem fs) throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < EARLIER_FILES; i++) {
            byte[] bytes = new byte[10_000 + 1000 * i];
            random.nextBytes(bytes);
            try (FSDataOutputStream out = fs.create(new Path(earlier(i)))) {
                out.write(bytes);
            }
        }
        fs.mkdirs(new Path("/app/empty"));
        fs.enableErasureCodingPolicy(POLICY);
        fs.mkdirs(new Path("/app/coded"));
        fs.setErasureCodingPolicy(new Path("/app/coded"), POLICY);
        try (FSDataOutputStream out = fs.create(new Path("/app/coded/earlier"))) {
            out.write(new byte[CODED_BYTES]);
        }
    }

    private static String earlier(int number) {
        return REGION + "/f/" + "earlier" + number;
    }

    void run() throws Exception {
        fs.mkdirs(new Path("/app/WALs/server"));
        FutureTask<Void> log = start("log", this::writeLog);
        FutureTask<Void> flush = start("MemStoreFlusher.0", this::flush);
        List<FutureTask<Void>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            readers.add(start("handler-" + i, () -> readEarlier(number)));
        }
        flush.get();
        FutureTask<Void> flushed = start("handler-9", this::readFlushed);
        log.get();
        FutureTask<Void> splitting = start("splitting", this::splitLog);
        for (FutureTask<Void> reader : readers) {
            reader.get();
        }
        flushed.get();
        splitting.get();
        code();
        fs.delete(new Path(earlier(0)), false);
        fs.rename(new Path("/app/WALs/server"), new Path("/app/oldWALs"));
        fs.listStatus(new Path("/app/empty"));
        fs.delete(new Path("/app/empty"), true);
    }

    private FutureTask<Void> start(String name, Step step) {
        Callable<Void> body = () -> {
            step.run();
            return null;
        };
        FutureTask<Void> task = new FutureTask<>(body);
        new Thread(task, name).start();
        return task;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException, InterruptedException, ExecutionException;
    }

    private void writeLog() throws IOException {
        Path log = new Path("/app/WALs/server/log");
        try (FSDataOutputStream out = fs.create(log)) {
            for (int i = 0; i < 20; i++) {
                out.write(new byte[300 + i]);
                out.hflush();
            }
        }
        try (FSDataOutputStream out = fs.append(log)) {
            out.write(new byte[1234]);
            out.hsync();
        }
    }

    private void flush() throws IOException {
        Path tmp = new Path(REGION + "/.tmp/f/flushed");
        try (FSDataOutputStream out = fs.create(tmp, true, 4096, (short) 1, 1 << 20)) {
            for (int i = 0; i < 10; i++) {
                out.write(new byte[5000]);
            }
        }
        fs.rename(tmp, new Path(REGION + "/f/flushed"));
    }

    private void readEarlier(int number) throws IOException {
        for (int i = 0; i < 10; i++) {
            try (FSDataInputStream in = fs.open(new Path(earlier((i + number) % EARLIER_FILES)))) {
                byte[] buffer = new byte[500];
                in.readFully(100L * i, buffer);
                in.read(7, buffer, 0, 100);
                in.seek(3000);
                in.readFully(buffer, 0, 200);
            }
        }
        try (FSDataInputStream in = fs.open(new Path("/app/missing" + number))) {
            throw new IllegalStateException("a file exists that was not created: " + in);
        } catch (FileNotFoundException e) {
            fs.exists(new Path("/app/missing" + number));
        }
    }

    /** Uses files with an erasure coding policy, which the second one has from its directory. */
    private void code() throws IOException {
        try (FSDataInputStream in = fs.open(new Path("/app/coded/earlier"))) {
            in.readFully(1_000_000, new byte[100_000]);
        }
        Path coded = new Path("/app/coded/new");
        try (FSDataOutputStream out = fs.create(coded)) {
            out.write(new byte[2_500_000]);
        }
        try (FSDataInputStream in = fs.open(coded)) {
            in.readFully(0, new byte[1000]);
        }
    }

    private void readFlushed() throws IOException {
        try (FSDataInputStream in = fs.open(new Path(REGION + "/f/flushed"))) {
            byte[] buffer = new byte[5000];
            for (int i = 0; i < 10; i++) {
                in.readFully(5000L * i, buffer);
            }
        }
    }

    private void splitLog() throws IOException {
        Path log = new Path("/app/WALs/server/log");
        fs.getFileStatus(log);
        try (FSDataInputStream in = fs.open(log)) {
            in.readFully(0, new byte[1000]);
        }
    }
}
