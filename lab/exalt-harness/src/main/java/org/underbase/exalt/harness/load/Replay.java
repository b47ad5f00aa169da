package org.underbase.exalt.harness.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Replay of audit logs. A reader per log distributes the calls to callers; one caller makes all calls of a path, in order. All logs start
 * at the same time, the earliest time in any of them.
 */
final class Replay {
    private static final int WAITING = 10_000;
    private static final long PATIENCE_MILLIS = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private final LoadSpec spec;
    private final Bounds bounds;
    private final Counts counts;
    private final ReplayCounts replayed = new ReplayCounts();
    private final Configuration conf;
    private final List<BlockingQueue<Optional<AuditEntry>>> queues = new ArrayList<>();
    private final Map<String, FileSystem> users = new ConcurrentHashMap<>();
    private final long first;
    private final long begin = System.nanoTime();

    Replay(LoadSpec spec, Bounds bounds, Counts counts, Configuration conf) throws IOException {
        this.spec = spec;
        this.bounds = bounds;
        this.counts = counts;
        this.conf = conf;
        for (int i = 0; i < spec.threads(); i++) {
            queues.add(new ArrayBlockingQueue<>(WAITING));
        }
        long earliest = Long.MAX_VALUE;
        for (String file : spec.replay().files()) {
            earliest = Math.min(earliest, new AuditLog(Path.of(file)).first());
        }
        first = earliest;
        counts.replays(replayed);
    }

    /** Creates the readers and the callers. */
    List<Client> clients() {
        List<Client> clients = new ArrayList<>();
        List<String> open = new ArrayList<>(spec.replay().files());
        for (String file : spec.replay().files()) {
            clients.add(() -> read(new AuditLog(Path.of(file)), open));
        }
        queues.forEach(queue -> clients.add(() -> call(queue)));
        return clients;
    }

    private void read(AuditLog file, List<String> open) throws IOException {
        try {
            try {
                deal(file);
            } catch (IOException e) {
                // The other logs continue.
                counts.error(file.unreadable(e).getMessage() + "; the rest of the log was not replayed");
            }
            boolean last;
            synchronized (open) {
                open.remove(file.toString());
                last = open.isEmpty();
            }
            if (last) {
                for (BlockingQueue<Optional<AuditEntry>> queue : queues) {
                    put(queue, Optional.empty());
                }
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private void deal(AuditLog file) throws IOException, InterruptedException {
        try (BufferedReader lines = file.lines()) {
            for (String line = lines.readLine(); line != null && !bounds.over(); line = lines.readLine()) {
                Optional<AuditEntry> entry = AuditLog.entry(line);
                if (entry.isEmpty()) {
                    replayed.unreadable.increment();
                    continue;
                }
                int hash = entry.get().source().hashCode();
                put(queues.get(Math.floorMod(hash, queues.size())), entry);
            }
        }
    }

    /** Adds a call with a timeout: the caller that should take it may have failed. */
    private void put(BlockingQueue<Optional<AuditEntry>> queue, Optional<AuditEntry> entry)
            throws InterruptedException {
        boolean put = queue.offer(entry, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        while (!put && !bounds.over()) {
            put = queue.offer(entry, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void call(BlockingQueue<Optional<AuditEntry>> queue) throws IOException {
        try {
            while (!bounds.over()) {
                Optional<AuditEntry> entry = queue.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (entry == null) {
                    continue;
                }
                if (entry.isEmpty()) {
                    return;
                }
                call(entry.get());
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private void call(AuditEntry entry) throws IOException, InterruptedException {
        Optional<AuditCommand> command = AuditCommand.of(entry.command());
        if (command.isEmpty()) {
            replayed.unsupported.increment();
            return;
        }
        FileSystem fs = fileSystem(entry.user());
        awaitTime(entry.millis());
        if (bounds.over()) {
            return;
        }
        long since = System.nanoTime();
        boolean refused = false;
        try {
            refused = !command.get().run(fs, entry, spec.replay().blocks());
        } catch (IOException | IllegalArgumentException e) {
            // The call may have failed in the log, too; the log does not contain the outcome.
            refused = true;
        }
        replayed.made(command.get(), System.nanoTime() - since, refused);
        counts.operation(since);
        counts.file();
    }

    private void awaitTime(long millis) throws InterruptedException {
        if (spec.replay().rate() == 0) {
            return;
        }
        long due = begin
                + (long) ((millis - first) * NANOS_PER_MILLI / spec.replay().rate());
        long wait = due - System.nanoTime();
        if (wait <= 0) {
            replayed.behind(-wait);
        }
        for (; wait > 0 && !bounds.over(); wait = due - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(wait, TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS)));
        }
    }

    private FileSystem fileSystem(String user) throws IOException {
        FileSystem known = users.get(user);
        if (known != null) {
            return known;
        }
        synchronized (users) {
            known = users.get(user);
            if (known == null) {
                try {
                    known = UserGroupInformation.createRemoteUser(user)
                            .doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(conf));
                } catch (InterruptedException e) {
                    throw new IOException("interrupted", e);
                }
                users.put(user, known);
            }
            return known;
        }
    }
}
