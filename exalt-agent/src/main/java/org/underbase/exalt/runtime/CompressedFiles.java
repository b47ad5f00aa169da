package org.underbase.exalt.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.underbase.exalt.disk.Store;
import org.underbase.exalt.disk.TardisFile;
import org.underbase.exalt.tardis.Verify;

/** The compressed files of this process: those that are open, and what is below the directories. Thread-safe. */
final class CompressedFiles {
    private static final Path OPEN = Path.of("/proc/self/fd");
    /** Shorter ones are none. */
    private static final long SHORTEST = 64;

    private final Internals internals;
    private final Scope scope;
    private final Verify verify;
    private final long capacity;
    final Traffic traffic = new Traffic("files");
    private final ByNumber<Descriptor> descriptors = new ByNumber<>();
    private final ConcurrentMap<Object, Inode> inodes = new ConcurrentHashMap<>();

    /** {@code capacity}: bytes that each volume is said to have; 0 for what it has. */
    CompressedFiles(Internals internals, Scope scope, Verify verify, long capacity) {
        this.internals = internals;
        this.scope = scope;
        this.verify = verify;
        this.capacity = capacity;
    }

    /** How many are open. */
    int open() {
        return inodes.size();
    }

    /** Null where it is another file's. */
    Descriptor of(FileDescriptor descriptor) {
        return descriptors.get(descriptor, internals.number(descriptor));
    }

    /** A file was opened; nothing happens where it is none to compress. */
    void opened(FileDescriptor descriptor, Access access) throws IOException {
        int number = internals.number(descriptor);
        if (number < 0 || !Inside.enter()) {
            return;
        }
        try {
            // Its own name for the file: by its path it may be another one already.
            Path link = OPEN.resolve(Integer.toString(number));
            String path = Files.readSymbolicLink(link).toString();
            if (scope.covers(path)) {
                open(descriptor, number, link, path, access);
            }
        } finally {
            Inside.leave();
        }
    }

    private void open(FileDescriptor descriptor, int number, Path link, String path, Access access) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(link, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            return;
        }
        Object key = attributes.fileKey();
        boolean empty = attributes.size() == 0;
        Inode opened;
        try {
            opened = inodes.compute(key, (same, known) -> {
                try {
                    return open(known, link, path, empty, access);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (opened != null) {
            Descriptor before = descriptors.put(number, new Descriptor(descriptor, key, opened, access));
            if (before != null) {
                closed(before);
            }
        }
    }

    /** Null for a file that is none of ours. */
    private Inode open(Inode known, Path link, String path, boolean empty, Access access) throws IOException {
        Inode inode = known;
        if (inode == null) {
            if (empty ? !scope.compresses(path) : !isCompressed(link)) {
                return null;
            }
            inode = new Inode(internals, verify, traffic);
        }
        inode.opened(link, empty, access.writable());
        inode.users++;
        return inode;
    }

    private boolean isCompressed(Path file) throws IOException {
        try (Store store = Inode.store(internals, file, false)) {
            return TardisFile.isOne(store);
        }
    }

    /** A descriptor is about to be closed. */
    void closed(FileDescriptor descriptor) throws IOException {
        int number = internals.number(descriptor);
        // Most are none of ours, and close without a lock.
        Descriptor closed = descriptors.get(descriptor, number) == null ? null : descriptors.remove(descriptor, number);
        if (closed != null) {
            boolean entered = Inside.enter();
            try {
                closed(closed);
                traffic.warn();
            } finally {
                if (entered) {
                    Inside.leave();
                }
            }
        }
    }

    private void closed(Descriptor closed) throws IOException {
        try {
            inodes.computeIfPresent(closed.key(), (key, inode) -> {
                if (--inode.users > 0) {
                    return inode;
                }
                try {
                    inode.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return null;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** What a program is to be told as the length of a file. */
    long length(String path, Object key, long physical) throws IOException {
        if (physical < SHORTEST || !scope.covers(path) || !Inside.enter()) {
            return physical;
        }
        try {
            Path file = Path.of(path);
            Object inode = key;
            if (inode == null) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                if (!attributes.isRegularFile()) {
                    return physical;
                }
                inode = attributes.fileKey();
            }
            Inode open = inodes.get(inode);
            if (open != null) {
                return open.length();
            }
            Store store = Inode.store(internals, file, false);
            boolean compressed = false;
            try {
                compressed = TardisFile.isOne(store);
            } finally {
                if (!compressed) {
                    store.close();
                }
            }
            if (!compressed) {
                return physical;
            }
            try (TardisFile closed = TardisFile.open(store, verify, false)) {
                return closed.length();
            }
        } catch (AccessDeniedException e) {
            // Who may not read it is told what the kernel tells.
            return physical;
        } finally {
            Inside.leave();
        }
    }

    /** Whether a file may be a compressed one. */
    boolean covers(String path) {
        return scope.covers(path);
    }

    /** Whether a file is a compressed one and would not be known for one there. */
    boolean leaves(Path source, Path target) throws IOException {
        if (!scope.covers(source.toString()) || scope.covers(target.toString()) || !Inside.enter()) {
            return false;
        }
        try {
            return Files.isRegularFile(source) && isCompressed(source);
        } finally {
            Inside.leave();
        }
    }

    /** Whether a file or a directory on its way there is a compressed file, or has one in it, that would not be known for one there. */
    boolean takesAlong(Path source, Path target) throws IOException {
        if (!scope.holds(source.toString()) || scope.covers(target.toString()) || !Inside.enter()) {
            return false;
        }
        try (Stream<Path> all = Files.walk(source)) {
            for (Iterator<Path> each = all.iterator(); each.hasNext(); ) {
                Path file = each.next();
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isCompressed(file)) {
                    return true;
                }
            }
            return false;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            Inside.leave();
        }
    }

    /** Whether a process without the agent that is given this file would not see what it reads as, or would spoil it. */
    boolean isClosedToOthers(Path file, boolean reads, boolean truncates) throws IOException {
        if (!scope.covers(file.toString()) || !Inside.enter()) {
            return false;
        }
        try {
            boolean empty = !Files.exists(file) || (!reads && truncates) || Files.size(file) == 0;
            if (empty) {
                return !reads && scope.compresses(file.toAbsolutePath().toString());
            }
            return Files.isRegularFile(file) && isCompressed(file);
        } finally {
            Inside.leave();
        }
    }

    /** What a volume is said to have in all; {@code physical} where it is none of ours, or nothing was said of it. */
    long totalSpace(String path, long physical) {
        return emulates(path) ? capacity : physical;
    }

    /**
     * What is said to be free there: the same share of it as is free on the disk. Whoever fills it fills the disk, and hears of it
     * as it would.
     */
    long freeSpace(String path, long physical) {
        if (!emulates(path) || !Inside.enter()) {
            return physical;
        }
        try {
            long total = new File(path).getTotalSpace();
            return total == 0 ? physical : (long) (capacity * ((double) physical / total));
        } finally {
            Inside.leave();
        }
    }

    private boolean emulates(String path) {
        return capacity > 0 && !Inside.is() && scope.holds(path);
    }
}
