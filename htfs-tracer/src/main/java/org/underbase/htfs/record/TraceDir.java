package org.underbase.htfs.record;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceFiles;

/**
 * The directory of segments of all processes of this user: its contents, and the deletion of segments that no process
 * writes. Files of other users do not count, because in a shared directory they could exhaust the limits of this user.
 */
class TraceDir {
    private static final Comparator<Entry> OLDEST_FIRST = Comparator.comparingLong(Entry::modified)
            .thenComparing(entry -> entry.file().getFileName());
    private static final long JVM_START = ManagementFactory.getRuntimeMXBean().getStartTime();

    /** A segment of any process of this user. */
    record Entry(Path file, String process, long bytes, long modified) {}

    /**
     * The contents.
     *
     * @param own names of this process's segments
     * @param count number of the segments of this user's other processes
     * @param bytes size of the segments of this user's other processes, in bytes
     * @param oldest the oldest segments of all processes, oldest first
     * @param newest the last one of each process among these
     * @param complete whether these are all
     */
    record Listing(Set<String> own, int count, long bytes, List<Entry> oldest, Set<Entry> newest, boolean complete) {}

    /** Result of a deletion. */
    enum Deletion {
        DELETED,
        /** A process writes it, or may do so. */
        IN_USE,
        /** It does not exist. */
        GONE
    }

    private final Path dir;
    private final SegmentHeader process;
    private final int kept;

    /**
     * Creates the view of a directory.
     *
     * @param dir the directory
     * @param process header of this process's segments
     * @param kept maximum number of entries in memory
     */
    TraceDir(Path dir, SegmentHeader process, int kept) {
        this.dir = dir;
        this.process = process;
        this.kept = kept;
    }

    /**
     * Lists all segments of this user; a missing directory has none.
     *
     * @param known names of this process's segments
     * @throws IOException if the directory cannot be read, or if another user may write to it or replace it
     */
    Listing list(Set<String> known) throws IOException {
        Set<String> own = new HashSet<>();
        PriorityQueue<Entry> oldest = new PriorityQueue<>(OLDEST_FIRST.reversed());
        int count = 0;
        long bytes = 0;
        boolean complete = true;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "*" + TraceFiles.SUFFIX)) {
            FileGuard.check(dir);
            for (Path file : files) {
                String name = file.getFileName().toString();
                // Some network file systems change the owner of a file.
                Optional<Entry> entry = entry(file, known.contains(name));
                if (entry.isPresent()) {
                    if (known.contains(name) || (name.startsWith(process.prefix()) && SegmentLock.here(file))) {
                        own.add(name);
                    } else {
                        count++;
                        bytes += entry.get().bytes();
                    }
                    oldest.add(entry.get());
                    complete &= oldest.size() <= kept;
                    if (oldest.size() > kept) {
                        oldest.remove();
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return new Listing(Set.of(), 0, 0, List.of(), Set.of(), true);
        }
        List<Entry> entries = new ArrayList<>(oldest);
        entries.sort(OLDEST_FIRST);
        Map<String, Entry> newest = new HashMap<>();
        for (Entry entry : entries) {
            newest.merge(entry.process(), entry, (a, b) -> a.file().compareTo(b.file()) > 0 ? a : b);
        }
        return new Listing(own, count, bytes, entries, Set.copyOf(newest.values()), complete);
    }

    /**
     * Deletes a segment that no process writes.
     *
     * @param entry the segment
     * @param listing the listing that contains it
     * @return the result
     * @throws IOException if it cannot be deleted
     */
    Deletion delete(Entry entry, Listing listing) throws IOException {
        boolean newest = listing.newest().contains(entry);
        Path file = entry.file();
        if (SegmentLock.here(file)) {
            return Deletion.IN_USE;
        }
        if (listing.own().contains(file.getFileName().toString())) {
            return removed(file);
        }
        if (inThisJvm(entry)) {
            // It may be live in another class loader: opening it would release the lock.
            return newest ? Deletion.IN_USE : removed(file);
        }
        // Not read-only: that would wait for the writer of a pipe.
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return locked(channel) ? removed(file) : Deletion.IN_USE;
        } catch (OverlappingFileLockException e) {
            return Deletion.IN_USE;
        } catch (NoSuchFileException e) {
            return Deletion.GONE;
        } catch (AccessDeniedException | UnlockableException e) {
            boolean expendable = !newest || dead(entry.process()) || TraceFiles.ended(file);
            return expendable ? removed(file) : Deletion.IN_USE;
        }
    }

    private static Deletion removed(Path file) throws IOException {
        return Files.deleteIfExists(file) ? Deletion.DELETED : Deletion.GONE;
    }

    private static boolean locked(FileChannel channel) throws UnlockableException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException e) {
            throw new UnlockableException(e);
        }
    }

    /** The file system has no locks. */
    private static final class UnlockableException extends IOException {
        private static final long serialVersionUID = 1;

        UnlockableException(IOException cause) {
            super(cause);
        }
    }

    private boolean inThisJvm(Entry entry) {
        Optional<String[]> process = processHere(entry.process());
        return process.isPresent()
                && process.get()[0].equals(Long.toString(this.process.pid()))
                && Long.parseLong(process.get()[1]) >= JVM_START;
    }

    /** Whether a process of this host certainly exited, unless it is in another container. */
    private boolean dead(String process) {
        return processHere(process)
                .map(parts -> ProcessHandle.of(Long.parseLong(parts[0])).isEmpty())
                .orElse(false);
    }

    /** Returns the process id and the start of a process of this host, from {@code HOST-PID-START}. */
    private Optional<String[]> processHere(String name) {
        String host = process.hostPrefix();
        return name.startsWith(host) && name.substring(host.length()).matches("[0-9]{1,18}-[0-9]{1,18}")
                ? Optional.of(name.substring(host.length()).split("-", -1))
                : Optional.empty();
    }

    private static Optional<Entry> entry(Path file, boolean own) throws IOException {
        String name = file.getFileName().toString();
        int dash = name.lastIndexOf('-');
        if (dash <= 0) {
            return Optional.empty();
        }
        try {
            Map<String, Object> attributes = Files.readAttributes(
                    file, "unix:uid,isRegularFile,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
            return (boolean) attributes.get("isRegularFile") && (own || FileGuard.mine(attributes))
                    ? Optional.of(new Entry(
                            file,
                            name.substring(0, dash),
                            (long) attributes.get("size"),
                            ((FileTime) attributes.get("lastModifiedTime")).toMillis()))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            // Another process deleted it after the listing.
            return Optional.empty();
        }
    }
}
