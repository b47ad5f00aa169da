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

/** Compressed files of this process: the open ones, and those below the configured directories. Thread-safe. */
final class CompressedFiles {
    private static final Path OPEN = Path.of("/proc/self/fd");
    /** Minimum physical length of a compressed file, in bytes. */
    private static final long SHORTEST = 64;

    private final Internals internals;
    private final Scope scope;
    private final Verify verify;
    private final long capacity;
    final Traffic traffic = new Traffic("files");
    private final DescriptorTable<Descriptor> descriptors = new DescriptorTable<>();
    private final ConcurrentMap<Object, Inode> inodes = new ConcurrentHashMap<>();

    /** {@code capacity}: reported size of each volume, in bytes; 0 for the real size. */
    CompressedFiles(Internals internals, Scope scope, Verify verify, long capacity) {
        this.internals = internals;
        this.scope = scope;
        this.verify = verify;
        this.capacity = capacity;
    }

    /** Returns the number of open compressed files. */
    int open() {
        return inodes.size();
    }

    /** Finds the open file of a descriptor; null if it is not compressed. */
    Descriptor of(FileDescriptor descriptor) {
        return descriptors.get(descriptor, internals.number(descriptor));
    }

    /** Registers an opened file if it is or becomes a compressed one. */
    void opened(FileDescriptor descriptor, Access access) throws IOException {
        int number = internals.number(descriptor);
        if (number < 0 || !ReentrancyGuard.enter()) {
            return;
        }
        try {
            // /proc/self/fd names the opened file even if the path names another one by now.
            Path link = OPEN.resolve(Integer.toString(number));
            String path = Files.readSymbolicLink(link).toString();
            if (scope.covers(path)) {
                open(descriptor, number, link, path, access);
            }
        } finally {
            ReentrancyGuard.leave();
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

    /** Opens the compressed file of a descriptor; returns null if the file is not compressed. */
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

    /** Unregisters a descriptor that is about to be closed. */
    void closed(FileDescriptor descriptor) throws IOException {
        int number = internals.number(descriptor);
        // Most descriptors are not of compressed files, and close without a lock.
        Descriptor closed = descriptors.get(descriptor, number) == null ? null : descriptors.remove(descriptor, number);
        if (closed != null) {
            boolean entered = ReentrancyGuard.enter();
            try {
                closed(closed);
                traffic.warn();
            } finally {
                if (entered) {
                    ReentrancyGuard.leave();
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

    /** Returns the length of a file as an application must see it. */
    long length(String path, Object key, long physical) throws IOException {
        if (physical < SHORTEST || !scope.covers(path) || !ReentrancyGuard.enter()) {
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
            // An application that may not read the file gets the kernel's length.
            return physical;
        } finally {
            ReentrancyGuard.leave();
        }
    }

    /** Returns whether a file may be compressed. */
    boolean covers(String path) {
        return scope.covers(path);
    }

    /** Returns whether a file is compressed and would not be recognized at the target path. */
    boolean leaves(Path source, Path target) throws IOException {
        if (!scope.covers(source.toString()) || scope.covers(target.toString()) || !ReentrancyGuard.enter()) {
            return false;
        }
        try {
            return Files.isRegularFile(source) && isCompressed(source);
        } finally {
            ReentrancyGuard.leave();
        }
    }

    /** Returns whether a file, or any file in a directory, is compressed and would not be recognized at the target path. */
    boolean takesAlong(Path source, Path target) throws IOException {
        if (!scope.holds(source.toString()) || scope.covers(target.toString()) || !ReentrancyGuard.enter()) {
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
            ReentrancyGuard.leave();
        }
    }

    /** Returns whether a process without the agent would read the compressed form of this file, or would corrupt it. */
    boolean isClosedToOthers(Path file, boolean reads, boolean truncates) throws IOException {
        if (!scope.covers(file.toString()) || !ReentrancyGuard.enter()) {
            return false;
        }
        try {
            boolean empty = !Files.exists(file) || (!reads && truncates) || Files.size(file) == 0;
            if (empty) {
                return !reads && scope.compresses(file.toAbsolutePath().toString());
            }
            return Files.isRegularFile(file) && isCompressed(file);
        } finally {
            ReentrancyGuard.leave();
        }
    }

    /** Returns the reported size of a volume; {@code physical} if the path is out of scope or no capacity is configured. */
    long totalSpace(String path, long physical) {
        return emulates(path) ? capacity : physical;
    }

    /**
     * Returns the reported free space of a volume: the fraction that is free on the disk, times the reported size. A program that fills the
     * reported space fills the disk, and sees this as usual.
     */
    long freeSpace(String path, long physical) {
        if (!emulates(path) || !ReentrancyGuard.enter()) {
            return physical;
        }
        try {
            long total = new File(path).getTotalSpace();
            return total == 0 ? physical : (long) (capacity * ((double) physical / total));
        } finally {
            ReentrancyGuard.leave();
        }
    }

    private boolean emulates(String path) {
        return capacity > 0 && !ReentrancyGuard.isActive() && scope.holds(path);
    }
}
