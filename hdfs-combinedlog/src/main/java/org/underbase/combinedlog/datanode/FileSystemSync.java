package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplicaStore.Durability;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.PrivateFiles;

/**
 * Syncs of whole file systems in a replay, instead of an fsync for each replica: a disk writes many files in one sweep. The command
 * {@code sync} calls syncfs(2), which Java cannot call.
 *
 * <p>The kernel reports an I/O error of a file system to one syncfs only. After a sync that failed or was interrupted by a process exit,
 * all replicas in the file system are therefore rewritten and fsynced. A marker file in the journal's directory exists until the journal
 * has discarded its records.
 */
final class FileSystemSync {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);

    /** Prefix of the marker files in the journal's directory; the number of the file system follows. */
    static final String MARKER = "syncing-";
    /** Name of a temporary file in each directory. */
    static final String PROBE = "combinedlog.sync";
    /** With fewer replicas, their fsyncs take a few seconds, and a sync writes the files of other programs as well. */
    static final int MIN_REPLICAS = 200;

    /** The temporary file needs a block, and perhaps one for its directory. */
    private static final long MIN_USABLE = 1 << 20;

    /** File systems whose syncfs includes all files and their names. */
    private static final Set<String> TYPES = Set.of("ext4", "xfs");

    private static final List<String> COMMANDS = List.of("/usr/bin/sync", "/bin/sync");
    private static final Pattern KERNEL = Pattern.compile("Linux (\\d{1,9})\\.(\\d{1,9}).*");
    private static final Pattern COREUTILS =
            Pattern.compile("sync \\(GNU coreutils\\) (\\d{1,9})\\.(\\d{1,9}).*", Pattern.DOTALL);

    private final Path journalDir;
    private final ReplicaAccess access;
    private final boolean enabled;
    private final SyncHost host;
    private final Map<Long, Boolean> results = new HashMap<>();

    /**
     * @param journalDir directory of the journal
     * @param access check before each sync
     * @param enabled whether file systems may be synced
     */
    FileSystemSync(Path journalDir, ReplicaAccess access, boolean enabled) {
        this(journalDir, access, enabled, new LocalSyncHost());
    }

    FileSystemSync(Path journalDir, ReplicaAccess access, boolean enabled, SyncHost host) {
        this.journalDir = journalDir;
        this.access = access;
        this.enabled = enabled;
        this.host = host;
    }

    private Path marker(long device) {
        return journalDir.resolve(MARKER + device);
    }

    /**
     * Returns how replicas become durable.
     *
     * @param directory directory of the replicas
     * @param count number of replicas with records
     */
    Durability durability(Path directory, int count) {
        try {
            if (isMarked(directory)) {
                deleteProbe(directory);
                return Durability.REWRITE;
            }
            if (count < MIN_REPLICAS) {
                return Durability.FSYNC;
            }
            String obstacle = obstacle(directory);
            if (obstacle.isEmpty()) {
                return Durability.SYNC;
            }
            LOG.info("The replay fsyncs each block file in {}: {}", directory, obstacle);
        } catch (IOException | RuntimeException e) {
            LOG.info("The replay fsyncs each block file in {}: a sync seems to be unsupported", directory, e);
        }
        return Durability.FSYNC;
    }

    /** Whether an earlier sync of the file system may have received an I/O error; if the file system is unknown, that of any one. */
    private boolean isMarked(Path directory) throws IOException {
        try {
            return Files.exists(marker(host.device(directory)));
        } catch (IOException e) {
            try (DirectoryStream<Path> markers = Files.newDirectoryStream(journalDir, MARKER + "*")) {
                if (markers.iterator().hasNext()) {
                    return true;
                }
            }
            throw e;
        }
    }

    private static void deleteProbe(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(PROBE));
        } catch (IOException e) {
            LOG.warn("Cannot delete the temporary file {} in {}", PROBE, directory, e);
        }
    }

    /** Returns why a file system cannot be synced; empty if it can. */
    private String obstacle(Path directory) throws IOException {
        if (!enabled) {
            return CombinedLogKeys.REPLAY_SYNC.name() + " is false";
        }
        // Since Linux 5.8, syncfs reports a failed write-back of any file, also after the file was closed.
        if (!isAtLeast(KERNEL, host.kernel(), 5, 8)) {
            return host.kernel() + " is not Linux 5.8 or later";
        }
        if (!TYPES.contains(host.type(directory))) {
            return "the type of the file system is " + host.type(directory) + ", not ext4 or xfs";
        }
        if (host.usableBytes(directory) < MIN_USABLE) {
            return "the disk is full";
        }
        if (COMMANDS.stream().noneMatch(host::isExecutable)) {
            return "no command " + String.join(" or ", COMMANDS);
        }
        // Other implementations ignore the result of syncfs, or sync without a result.
        SyncHost.Exit version = host.run(List.of(command(), "--version"), () -> {});
        return version.code() == 0 && isAtLeast(COREUTILS, version.output(), 8, 24)
                ? ""
                : command() + " is not of GNU coreutils 8.24 or later";
    }

    private String command() {
        return COMMANDS.stream().filter(host::isExecutable).findFirst().orElse(COMMANDS.get(0));
    }

    private static boolean isAtLeast(Pattern pattern, String text, int major, int minor) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        int found = Integer.parseInt(matcher.group(1));
        return found > major || (found == major && Integer.parseInt(matcher.group(2)) >= minor);
    }

    /**
     * Syncs the file system of a directory, once.
     *
     * @param waiting called about once per second
     * @return whether the kernel reports that everything in it is on disk
     * @throws InterruptedIOException if the thread was interrupted
     */
    boolean run(Path directory, Runnable waiting) throws InterruptedIOException {
        try {
            long device = host.device(directory);
            if (!results.containsKey(device)) {
                results.put(device, false);
                long start = System.nanoTime();
                PrivateFiles.openOrCreate(marker(device)).close();
                sync(directory, waiting);
                Files.delete(marker(device));
                results.put(device, true);
                LOG.info("Synced the file system of {} in {} ms", directory, (System.nanoTime() - start) / 1_000_000);
            }
            return results.get(device);
        } catch (IOException | RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                InterruptedIOException interrupted =
                        new InterruptedIOException("interrupted in a sync of " + directory);
                interrupted.initCause(e);
                throw interrupted;
            }
            LOG.warn(
                    "Cannot sync the file system of {}: the replay rewrites and fsyncs each block file in it, which"
                            + " takes longer",
                    directory,
                    e);
            return false;
        }
    }

    private void sync(Path directory, Runnable waiting) throws IOException {
        access.before(ReplicaAccess.Kind.FSYNC, directory);
        List<String> command =
                List.of(command(), "-f", directory.toAbsolutePath().toString());
        SyncHost.Exit exit = host.run(command, waiting);
        if (exit.code() != 0) {
            throw new IOException(
                    String.join(" ", command) + " failed with exit code " + exit.code() + ": " + exit.output());
        }
        flush(directory);
    }

    /**
     * Flushes the write cache of the disk. On XFS, a syncfs without a change of metadata does not, and an old syncfs does not report
     * the failure of the file system's journal.
     */
    private static void flush(Path directory) throws IOException {
        Path probe = directory.resolve(PROBE);
        try {
            Files.write(
                    probe,
                    new byte[1],
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            LocalFiles.forceDirectory(directory);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** Deletes the marker files. The journal has discarded its records: all replicas are on disk, or their records are deferred. */
    void end() {
        try (DirectoryStream<Path> markers = Files.newDirectoryStream(journalDir, MARKER + "*")) {
            for (Path marker : markers) {
                Files.delete(marker);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The journal has started. The next replay takes longer.
            LOG.warn("Cannot delete the files {}* in {}", MARKER, journalDir, e);
        }
    }
}
