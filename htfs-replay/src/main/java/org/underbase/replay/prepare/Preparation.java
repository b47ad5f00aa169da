package org.underbase.replay.prepare;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.underbase.replay.content.Content;
import org.underbase.replay.content.SyntheticBytes;
import org.underbase.replay.destination.Layout;
import org.underbase.replay.destination.NewFiles;
import org.underbase.replay.destination.Policies;

/**
 * Creation of the files and directories that existed before the trace. A file is written under a temporary name and then
 * renamed, so that a preparation that was stopped continues with the missing files.
 */
public final class Preparation {
    private static final int BUFFER = 64 * 1024;

    private final FileSystem fs;
    private final ReplayDirectory directory;
    private final Content content;
    private final NewFiles created;
    private final int threads;
    private final AtomicLong written = new AtomicLong();
    private final AtomicInteger files = new AtomicInteger();

    /** Receives the progress. */
    @FunctionalInterface
    public interface Progress {
        void done(int files, long bytes);
    }

    /** @param threads number of files that are written concurrently */
    public Preparation(FileSystem fs, ReplayDirectory directory, Content content, Policies policies, int threads) {
        this.fs = fs;
        this.directory = directory;
        this.content = content;
        this.created = new NewFiles(fs, policies);
        this.threads = threads;
    }

    /** Creates what is missing. */
    public void run(EarlierState state, String root, Progress progress) throws IOException, InterruptedException {
        fs.mkdirs(new Path(root));
        for (String path : state.directories()) {
            fs.mkdirs(new Path(path));
        }
        fs.mkdirs(directory.temporary());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            int number = 0;
            for (PlannedFile file : state.files()) {
                Path temporary = new Path(directory.temporary(), Integer.toString(number++));
                running.add(pool.submit(() -> {
                    create(file, temporary);
                    progress.done(files.incrementAndGet(), written.get());
                    return null;
                }));
            }
            for (Future<?> file : running) {
                file.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
        fs.delete(directory.temporary(), true);
        directory.prepared();
    }

    private void create(PlannedFile file, Path temporary) throws IOException {
        Path path = new Path(file.path());
        if (exists(path, file.size())) {
            return;
        }
        try (FSDataOutputStream out = created.create(temporary, layout(file))) {
            SyntheticBytes bytes = content.of(file.file(), file.path());
            byte[] buffer = new byte[BUFFER];
            for (long at = 0; at < file.size(); at += BUFFER) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("the preparation was stopped");
                }
                int count = (int) Math.min(BUFFER, file.size() - at);
                bytes.fill(at, buffer, count);
                out.write(buffer, 0, count);
                written.addAndGet(count);
            }
        }
        if (!fs.rename(temporary, path)) {
            throw new IOException("cannot create " + path + ": rename from " + temporary + " failed");
        }
    }

    private static Layout layout(PlannedFile file) {
        return new Layout(
                FsPermission.getFileDefault(),
                EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE),
                true,
                file.replication(),
                file.blockSize(),
                file.ecPolicy(),
                "");
    }

    private boolean exists(Path path, long size) throws IOException {
        try {
            if (fs.getFileStatus(path).getLen() == size) {
                return true;
            }
            throw new IOException("file " + path + " is not " + size + " bytes long: delete the files with --clean");
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
