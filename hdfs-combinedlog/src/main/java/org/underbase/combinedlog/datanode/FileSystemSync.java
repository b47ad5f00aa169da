package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplicaStore.Durability;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.PrivateFiles;
import org.underbase.combinedlog.journal.RegularFiles;

/**
 * Syncs of whole file systems in a replay, instead of an fsync for each replica: a disk writes many files in one sweep. The command
 * {@code sync} calls syncfs(2), which Java cannot call.
 *
 * <p>The kernel reports an I/O error of a file system to one syncfs only. After a sync that failed or was interrupted by a process exit,
 * all replicas in the file system are therefore rewritten and fsynced. A marker file in the journal's directory exists until the journal
 * has discarded its records, and contains a line for each replica that was rewritten. It does not apply after a restart of the system:
 * the page cache then contains what is on disk.
 */
final class FileSystemSync {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);

    /** Prefix of the marker files in the journal's directory; the number of the file system and the system's start follow. */
    static final String MARKER = "syncing-";

    /** About a million replicas. */
    private static final int MAX_BYTES = 128 << 20;

    private static final String REMOVE = "remove it";
    private static final String UNKNOWN = "unknown";
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
    private final Map<Long, Durability> results = new HashMap<>();
    /** Lines of the marker files. */
    private final Set<String> rewritten = new HashSet<>();

    private Optional<SyncHost.Exit> version = Optional.empty();
    private Optional<String> boot = Optional.empty();
    private boolean noteFailed;
    private int failed;
    private int unsupported;

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

    /** Returns the marker file of a file system. */
    Path marker(long device) {
        return journalDir.resolve(MARKER + device + "-" + boot());
    }

    /** Determined once: each replica that is rewritten needs it, and an unknown one is logged. */
    private String boot() {
        if (boot.isEmpty()) {
            boot = Optional.of(host.boot().orElse(UNKNOWN));
        }
        return boot.get();
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
                failed++;
                return Durability.REWRITE;
            }
            if (count < MIN_REPLICAS) {
                return Durability.FSYNC;
            }
            String obstacle = obstacle(directory);
            if (obstacle.isEmpty()) {
                return Durability.SYNC;
            }
            unsupported += enabled ? 1 : 0;
            LOG.info("The replay fsyncs each block file in {}: {}", directory, obstacle);
        } catch (IOException | RuntimeException e) {
            LOG.info("The replay fsyncs each block file in {}: a sync seems to be unsupported", directory, e);
        }
        return Durability.FSYNC;
    }

    /** Whether an earlier sync of the file system may have received an I/O error; if the file system is unknown, that of any one. */
    private boolean isMarked(Path directory) throws IOException {
        String boot = boot();
        List<String> markers;
        try (Stream<Path> files = Files.list(journalDir)) {
            markers = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(MARKER) && isOf(boot, name))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("Cannot search files {}* in {}, which may exist", MARKER, journalDir, e);
            return true;
        }
        try {
            long device = host.device(directory);
            readRewritten(marker(device));
            return markers.stream().anyMatch(name -> name.startsWith(MARKER + device + "-"));
        } catch (IOException e) {
            if (markers.isEmpty()) {
                throw e;
            }
            return true;
        }
    }

    private void readRewritten(Path marker) {
        try {
            if (Files.exists(marker)) {
                String lines = new String(RegularFiles.read(marker, MAX_BYTES, REMOVE), StandardCharsets.UTF_8);
                // The process may have exited while it wrote the last line.
                lines.substring(0, lines.lastIndexOf('\n') + 1).lines().forEach(rewritten::add);
            }
        } catch (IOException e) {
            LOG.warn("Cannot read {}: all block files in the file system are rewritten", marker, e);
        }
    }

    private static String line(Path directory, long id) {
        return directory + " " + id;
    }

    /** Whether an earlier replay has rewritten and fsynced a replica in a directory whose {@link #durability} was determined. */
    boolean isRewritten(Path directory, long id) {
        return rewritten.contains(line(directory, id));
    }

    /** Notes that a replica was rewritten and fsynced. */
    void rewritten(Path directory, long id) {
        try {
            Path marker = marker(host.device(directory));
            if (Files.exists(marker)) {
                append(marker, line(directory, id) + "\n");
            }
        } catch (IOException e) {
            // Another replay rewrites the replica again. There may be a failure for each replica.
            if (!noteFailed) {
                LOG.warn("Cannot note the rewritten block files of {} in {}", directory, journalDir, e);
            }
            noteFailed = true;
        }
    }

    private static void append(Path marker, String line) throws IOException {
        try (OutputStream out =
                Channels.newOutputStream(RegularFiles.open(marker, REMOVE, StandardOpenOption.APPEND))) {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static boolean isOf(String boot, String marker) {
        return boot.equals(UNKNOWN) || marker.endsWith("-" + boot) || marker.endsWith("-" + UNKNOWN);
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
        if (version.isEmpty()) {
            version = Optional.of(host.run(List.of(command(), "--version"), () -> {}));
        }
        return version.get().code() == 0 && isAtLeast(COREUTILS, version.get().output(), 8, 24)
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
     * @return {@link Durability#SYNC} if the kernel reports that everything in it is on disk; otherwise how replicas become durable
     * @throws InterruptedIOException if the thread was interrupted
     */
    Durability run(Path directory, Runnable waiting) throws InterruptedIOException {
        Durability result = resultOf(directory, waiting);
        switch (result) {
            case SYNC -> {}
            case FSYNC -> unsupported++;
            case REWRITE -> failed++;
        }
        return result;
    }

    /** Returns the number of directories whose replicas are rewritten after a sync that failed or was interrupted. */
    int failed() {
        return failed;
    }

    /** Returns the number of directories with many replicas that are fsynced, because a sync is not possible. */
    int unsupported() {
        return unsupported;
    }

    private Durability resultOf(Path directory, Runnable waiting) throws InterruptedIOException {
        try {
            long device = host.device(directory);
            if (!results.containsKey(device)) {
                results.put(device, Durability.REWRITE);
                results.put(device, sync(directory, marker(device), waiting));
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
            return Durability.REWRITE;
        }
    }

    private Durability sync(Path directory, Path marker, Runnable waiting) throws IOException {
        try {
            PrivateFiles.openOrCreate(marker).close();
        } catch (IOException e) {
            return fsync(directory, e);
        }
        long start = System.nanoTime();
        access.before(ReplicaAccess.Kind.FSYNC, directory);
        List<String> command =
                List.of(command(), "-f", directory.toAbsolutePath().toString());
        SyncHost.Exit exit = host.run(command, waiting);
        if (exit.code() != 0 && exit.code() != SyncHost.Exit.NOT_STARTED) {
            throw new IOException(
                    String.join(" ", command) + " failed with exit code " + exit.code() + ": " + exit.output());
        }
        // No syncfs has received an I/O error, unless the flush fails.
        Durability result = exit.code() == 0 ? flush(directory) : fsync(directory, new IOException(exit.output()));
        Files.delete(marker);
        if (result == Durability.SYNC) {
            LOG.info("Synced the file system of {} in {} ms", directory, (System.nanoTime() - start) / 1_000_000);
        }
        return result;
    }

    private static Durability fsync(Path directory, IOException cause) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw cause;
        }
        LOG.warn("Cannot sync the file system of {}: the replay fsyncs each block file in it", directory, cause);
        return Durability.FSYNC;
    }

    /**
     * Flushes the write cache of the disk. On XFS, a syncfs without a change of metadata does not, and an old syncfs does not report
     * the failure of the file system's journal.
     */
    private Durability flush(Path directory) throws IOException {
        Path probe = directory.resolve(PROBE);
        try {
            try {
                Files.write(probe, new byte[1]);
            } catch (IOException e) {
                // For example, the disk is full. Nothing was flushed.
                return fsync(directory, e);
            }
            host.fsync(probe);
            host.fsync(directory);
            return Durability.SYNC;
        } finally {
            deleteProbe(directory);
        }
    }

    /** Deletes the marker files. The journal has discarded its records: all replicas are on disk, or their records are deferred. */
    void end() {
        try (Stream<Path> files = Files.list(journalDir)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith(MARKER)) {
                    Files.delete(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The journal has started and must not fail. The next replay takes longer.
            LOG.warn("Cannot delete the files {}* in {}", MARKER, journalDir, e);
        }
    }
}
