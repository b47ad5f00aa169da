package org.underbase.tier.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Change of all files below a directory. It lists directory by directory instead of calling listFiles, which stops at the
 * first unreadable directory and fetches block locations that are not needed.
 */
final class BulkRun {
    /** Maximum number of files that are listed ahead of the calls. */
    private static final int AHEAD = 64;

    private final FileSystem fileSystem;
    private final Change change;
    private final BulkOptions options;
    private final List<BulkFailure> failures = new ArrayList<>();
    private long files;
    private long changed;
    private long unchanged;
    private long failed;
    private long blocks;
    private long bytesToCopy;

    /** Change of one listed file. */
    @FunctionalInterface
    interface Change {
        ChangeResult of(Path file) throws IOException;
    }

    BulkRun(FileSystem fileSystem, Change change, BulkOptions options) {
        this.fileSystem = fileSystem;
        this.change = change;
        this.options = options;
    }

    /**
     * Changes all files.
     *
     * @throws FileNotFoundException if {@code root} does not exist
     */
    BulkResult run(Path root) throws IOException {
        FileStatus top = fileSystem.getFileStatus(root);
        ExecutorService workers = Executors.newFixedThreadPool(options.parallelism(), new Names());
        Semaphore free = new Semaphore(options.parallelism() + AHEAD);
        try {
            if (top.isDirectory()) {
                walk(root, workers, free);
            } else {
                submit(top.getPath(), workers, free);
            }
            workers.shutdown();
            if (!workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("unexpected timeout");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted after " + files + " files of " + root);
        } finally {
            workers.shutdownNow();
        }
        return result();
    }

    private void walk(Path root, ExecutorService workers, Semaphore free) throws InterruptedException {
        Deque<Path> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Path directory = open.pop();
            try {
                RemoteIterator<FileStatus> children = fileSystem.listStatusIterator(directory);
                while (children.hasNext()) {
                    FileStatus child = children.next();
                    if (child.isDirectory()) {
                        open.push(child.getPath());
                    } else if (child.isFile()) {
                        submit(child.getPath(), workers, free);
                    }
                }
            } catch (IOException e) {
                failed(directory, e);
            }
        }
    }

    private void submit(Path file, ExecutorService workers, Semaphore free) throws InterruptedException {
        free.acquire();
        workers.execute(() -> {
            try {
                done(file, change.of(file));
            } catch (IOException e) {
                failed(file, e);
                countFile();
            } catch (RuntimeException e) {
                failed(file, new IOException(e.getMessage(), e));
                countFile();
            } finally {
                free.release();
            }
        });
    }

    private synchronized void countFile() {
        files++;
    }

    private synchronized void done(Path file, ChangeResult result) {
        files++;
        if (result.changed()) {
            changed++;
            blocks += result.blocks();
            bytesToCopy += result.bytesToCopy();
        } else {
            unchanged++;
        }
        options.listener().accepted(file, result);
    }

    private synchronized void failed(Path path, IOException error) {
        failed++;
        if (failures.size() < BulkResult.FAILURES_KEPT) {
            failures.add(new BulkFailure(path, error));
        }
        options.listener().failed(path, error);
    }

    private synchronized BulkResult result() {
        return new BulkResult(files, changed, unchanged, failed, blocks, bytesToCopy, failures);
    }

    private static final class Names implements ThreadFactory {
        private final AtomicInteger next = new AtomicInteger();

        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(work, "tier-change-" + next.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        }
    }
}
