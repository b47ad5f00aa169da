package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replay of creates, renames and deletes in the order of time, which gives the lifetime of each created file. It contains
 * only files created during the trace, and directories only as paths of files.
 */
final class Namespace {
    /** File that exists. */
    private record Living(CreatedFile file, FileKind kind) {}

    private final TreeMap<String, Living> byPath = new TreeMap<>();
    private final List<FileLife> lives = new ArrayList<>();

    void create(CreatedFile file) {
        remove(file.path(), file.createdNanos(), FileLife.End.OVERWRITTEN);
        byPath.put(file.path(), new Living(file, HBasePath.kind(file.path())));
    }

    void delete(String path, long atNanos) {
        remove(path, atNanos, FileLife.End.DELETED);
        Map<String, Living> below = below(path);
        below.values().forEach(file -> died(file, atNanos, FileLife.End.DELETED));
        below.clear();
    }

    void rename(String from, String to, long atNanos) {
        // HDFS moves the source into the target when that is a directory.
        String target = below(to).isEmpty() ? to : to + from.substring(from.lastIndexOf('/'));
        Living file = byPath.remove(from);
        if (file != null) {
            move(file, from, target, atNanos);
        }
        Map<String, Living> below = below(from);
        Map<String, Living> moving = new TreeMap<>(below);
        below.clear();
        moving.forEach((path, living) -> move(living, path, target + path.substring(from.length()), atNanos));
    }

    /** Ends the replay; files that exist count as alive at the end of the trace. */
    List<FileLife> finish(long endNanos) {
        byPath.values().forEach(file -> died(file, endNanos, FileLife.End.ALIVE));
        byPath.clear();
        return lives;
    }

    private void move(Living file, String from, String to, long atNanos) {
        if (HBasePath.isArchive(to) && !HBasePath.isArchive(from)) {
            died(file, atNanos, FileLife.End.ARCHIVED);
            return;
        }
        remove(to, atNanos, FileLife.End.OVERWRITTEN);
        FileKind kind = file.kind().equals(FileKind.OTHER) ? HBasePath.kind(to) : file.kind();
        byPath.put(to, new Living(file.file(), kind));
    }

    private void remove(String path, long atNanos, FileLife.End end) {
        Living file = byPath.remove(path);
        if (file != null) {
            died(file, atNanos, end);
        }
    }

    private void died(Living file, long atNanos, FileLife.End end) {
        long born = file.file().createdNanos();
        lives.add(new FileLife(file.kind(), file.file().size(), born, Math.max(0, atNanos - born), end));
    }

    /** Returns all files below a directory; '0' is the character after '/'. */
    private Map<String, Living> below(String directory) {
        return byPath.subMap(directory + "/", directory + "0");
    }
}
