package org.underbase.analysis.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.catalog.FileFacts.End;
import org.underbase.analysis.fsimage.FsImage;

/**
 * Replay of the namespace records of all processes in the order of time. It joins the files of processes by inode, by first
 * block, and by path if no call changed the path in between.
 */
final class Replay {
    private final FileSystems fileSystems;
    private final long skew;
    private final List<Bindings> processes = new ArrayList<>();
    private final PathTree paths = new PathTree();
    private final OnlyNamed onlyNamed = new OnlyNamed();
    /** Files by namespace and by what a rename does not change. */
    private final Map<String, Long2ObjectHashMap<FileNode>> inodes = new HashMap<>();

    private final Map<String, Long2ObjectHashMap<FileNode>> blocks = new HashMap<>();
    private final List<FileNode> nodes = new ArrayList<>();

    /** Renames of unknown files, by their paths: the clock of the host that created a file may be ahead. */
    private final Map<String, Moved> unknown = new HashMap<>();

    private record Moved(String to, long nanos, int process) {}

    /**
     * @param skew largest difference between the clocks of two hosts, in nanoseconds
     */
    Replay(FileSystems fileSystems, int processes, long skew) {
        this.fileSystems = fileSystems;
        this.skew = skew;
        for (int i = 0; i < processes; i++) {
            this.processes.add(new Bindings());
        }
    }

    List<Bindings> processes() {
        return processes;
    }

    /** Returns all nodes, also those that were joined to others. */
    List<FileNode> nodes() {
        return nodes;
    }

    /** Returns the number of paths that calls only renamed or deleted. */
    long onlyNamed() {
        return onlyNamed.count();
    }

    /**
     * Adds the state of the namespace at this time.
     *
     * @param lastNanos end of the trace, in nanoseconds since the epoch
     */
    void add(FsImage image, long lastNanos) {
        String namespace = fileSystems.namespaces().stream().findFirst().orElse("");
        for (FsImage.File file : image.files()) {
            String path = namespace + file.path();
            FileNode known = paths.get(path);
            if (known != null) {
                known.size(file, lastNanos);
            } else if (!paths.isDirectory(path)) {
                paths.put(path, new FileNode(namespace, path, file));
            }
        }
    }

    void add(NamespaceRecord record, int process, long position) {
        String path = located(record, record.path);
        switch (record.type) {
            case DIRECTORY -> {
                paths.directory(path);
                onlyNamed.used(path);
            }
            case RENAME -> rename(record, process, path, located(record, record.other));
            case MOVE -> move(record, process, path, located(record, record.other));
            case DELETE -> delete(record, process, position, path);
            case CREATE -> create(record, process, position, path);
            case SIGHT, USE, TRUNCATE, RESIZE -> learn(record, process, use(record, process, position, path));
            case CONCAT -> {
                FileNode target = use(record, process, position, path);
                concat(target, located(record, record.other), record.start, process);
                learn(record, process, target);
            }
        }
    }

    private void create(NamespaceRecord record, int process, long position, String path) {
        FileNode known = byIdentity(record);
        if (known == null) {
            FileNode at = paths.get(path);
            boolean same = at != null
                    && at.explainedBy(record, process, skew)
                    && !at.contradicts(record.inode, record.identity.firstBlock());
            if (at != null && !same) {
                remove(path, End.OVERWRITTEN, record.start, process);
            }
            known = same ? at : add(record, process, position, path);
            onlyNamed.replaced(path);
        }
        learn(record, process, known);
    }

    /** Returns the file of a call on an existing file. */
    private FileNode use(NamespaceRecord record, int process, long position, String path) {
        FileNode local = processes.get(process).get(record.file);
        FileNode known = byIdentity(record);
        if (known != null) {
            moveLate(known, path);
            if (record.type == RecordType.USE && path.equals(known.lastPath)) {
                known.found(record.start, process);
            }
            boolean one = local != null
                    && local != known
                    && !local.isEnded()
                    && !local.contradicts(known.inode, known.block)
                    && (local.path == null || known.path == null || local.path.equals(known.path))
                    && !(known.isCreated() && local.isCreated());
            return one ? join(known, local) : known;
        }
        if (local != null && local.contradicts(record.inode, record.identity.firstBlock())) {
            local = null;
        }
        FileNode at = paths.get(path);
        if (at != null && at.contradicts(record.inode, record.identity.firstBlock())) {
            remove(path, End.OVERWRITTEN, record.start, process);
            at = null;
        }
        // A stream stays on its file after a delete; a path does not.
        boolean same =
                record.type == RecordType.SIGHT || (at == null ? local != null && local.path != null : at == local);
        if (local != null && same) {
            return local;
        }
        FsImage.File image = at == null ? null : at.image();
        if (at != null && image == null) {
            return at;
        }
        FileNode seen = add(record, process, position, path);
        if (image != null) {
            seen.size(image, Long.MAX_VALUE);
        }
        return seen;
    }

    /** Moves a file that was renamed before its creation, by another clock, and is used at its new path. */
    private void moveLate(FileNode file, String path) {
        Moved moved = file.path == null || file.path.equals(path) ? null : unknown.get(file.path);
        if (moved == null || !moved.to.equals(path) || paths.get(path) != null) {
            return;
        }
        unknown.remove(file.path);
        paths.remove(file.path);
        file.used(moved.nanos, moved.process);
        place(file, path, moved.nanos, moved.process, isArchive(path));
    }

    private void place(FileNode file, String path, long nanos, int process, boolean archived) {
        if (archived) {
            file.end(End.ARCHIVED, nanos, process);
        }
        file.classify(path);
        paths.put(path, file);
    }

    private FileNode join(FileNode into, FileNode other) {
        if (other.path != null) {
            String path = other.path;
            paths.remove(path);
            if (into.path == null && !into.isEnded()) {
                paths.put(path, into);
            }
        }
        into.join(other);
        return into;
    }

    private FileNode add(NamespaceRecord record, int process, long position, String path) {
        FileNode node = new FileNode(fileSystems.ofIdentity(record.identity), path, record, process, position);
        nodes.add(node);
        if (!path.isEmpty()) {
            paths.put(path, node);
        }
        return node;
    }

    private void learn(NamespaceRecord record, int process, FileNode node) {
        if (node.path != null) {
            onlyNamed.used(node.path);
        }
        node.learn(record, process);
        node.usedBy(process);
        processes.get(process).bind(record.file, node, record.start);
        if (record.inode != NamespaceRecord.UNKNOWN) {
            in(inodes, record).put(record.inode, node);
        }
        if (record.identity.firstBlock() != NamespaceRecord.UNKNOWN) {
            in(blocks, record).put(record.identity.firstBlock(), node);
        }
    }

    private FileNode byIdentity(NamespaceRecord record) {
        FileNode node = record.inode == NamespaceRecord.UNKNOWN
                ? null
                : in(inodes, record).get(record.inode);
        if (node == null && record.identity.firstBlock() != NamespaceRecord.UNKNOWN) {
            node = in(blocks, record).get(record.identity.firstBlock());
            if (node != null && node.root().contradicts(record.inode, NamespaceRecord.UNKNOWN)) {
                node = null;
            }
        }
        return node == null ? null : node.root();
    }

    private Long2ObjectHashMap<FileNode> in(
            Map<String, Long2ObjectHashMap<FileNode>> byNamespace, NamespaceRecord record) {
        return byNamespace.computeIfAbsent(
                fileSystems.ofIdentity(record.identity), namespace -> new Long2ObjectHashMap<>());
    }

    private void delete(NamespaceRecord record, int process, long position, String path) {
        boolean directory = paths.isDirectory(path);
        FileNode file = remove(path, End.DELETED, record.start, process);
        if (file == null) {
            file = byIdentity(record);
            if (file == null && record.inode != NamespaceRecord.UNKNOWN) {
                // By another clock, the creation may follow.
                file = add(record, process, position, path);
                learn(record, process, file);
            }
            if (file != null && file.path != null) {
                remove(file.path, End.DELETED, record.start, process);
            }
        }
        if (isOnlyNamed(file, directory)) {
            onlyNamed.deleted(path);
        }
        paths.removeBelow(path).forEach(below -> below.end(End.DELETED, record.start, process));
    }

    /** Whether no call has shown what is at a path. */
    private static boolean isOnlyNamed(FileNode file, boolean directory) {
        return file == null ? !directory : file.image() != null;
    }

    /** Appends a file to another one; that ends its life. */
    private void concat(FileNode target, String source, long atNanos, int process) {
        target.grow(remove(source, End.DELETED, atNanos, process), atNanos);
    }

    /** Moves a file or directory into its target if that is a directory, otherwise to its target. */
    private void move(NamespaceRecord record, int process, String from, String target) {
        boolean into = paths.isDirectory(target) || target.endsWith("/");
        String directory = target.endsWith("/") ? PathTree.parent(target) : target;
        String to = into ? directory + from.substring(Math.max(0, from.lastIndexOf('/'))) : target;
        rename(record, process, from, to);
    }

    private void rename(NamespaceRecord record, int process, String from, String to) {
        if (from.equals(to)) {
            return;
        }
        boolean directory = paths.isDirectory(from);
        FileNode file = paths.remove(from);
        onlyNamed.replaced(to);
        if (isOnlyNamed(file, directory)) {
            onlyNamed.renamed(from, to);
        }
        onlyNamed.moved(from, to);
        FileNode there = file == null && !directory ? paths.get(to) : null;
        if (there != null && (there.image() != null || there.process == process)) {
            // An unknown file took the place of a known one. By another clock, it may be the same file.
            remove(to, End.OVERWRITTEN, record.start, process);
        }
        if (file != null) {
            moveFile(record, process, file, from, to);
        } else if (!paths.isDirectory(from)) {
            unknown.put(from, new Moved(to, record.start, process));
        }
        paths.move(from, to, (below, path) -> moveFile(record, process, below, from, path));
        paths.directory(PathTree.parent(to));
    }

    private void moveFile(NamespaceRecord record, int process, FileNode file, String from, String to) {
        FileNode there = paths.get(to);
        boolean same =
                there != null && there.explainedBy(record, process, skew) && !there.contradicts(file.inode, file.block);
        if (same && file.image() != null) {
            there.size(file.image(), Long.MAX_VALUE);
            return;
        }
        if (same) {
            paths.remove(to);
            file.join(there);
        } else if (there != null) {
            remove(to, End.OVERWRITTEN, record.start, process);
        }
        place(file, to, record.start, process, isArchive(to) && !isArchive(from));
    }

    private FileNode remove(String path, End end, long atNanos, int process) {
        FileNode file = paths.remove(path);
        if (file != null) {
            file.end(end, atNanos, process);
        }
        return file;
    }

    /** Whether files at this path wait for deletion by a cleaner, or are in the trash. */
    private static boolean isArchive(String path) {
        return path.contains("/archive/data/") || path.contains("/oldWALs/") || path.contains("/.Trash/");
    }

    private String located(NamespaceRecord record, String path) {
        return path.isEmpty() ? "" : fileSystems.ofPath(record.identity.fileSystem()) + path;
    }
}
