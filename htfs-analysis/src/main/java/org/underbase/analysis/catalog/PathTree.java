package org.underbase.analysis.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Files by path, and the directories above them or created. A path begins with its namespace. */
final class PathTree {
    private final TreeMap<String, FileNode> files = new TreeMap<>();
    private final TreeSet<String> directories = new TreeSet<>();

    /** Returns the file at a path, or null. */
    FileNode get(String path) {
        FileNode file = files.get(path);
        return file == null ? null : file.root();
    }

    boolean isDirectory(String path) {
        return directories.contains(path);
    }

    void put(String path, FileNode file) {
        files.put(path, file);
        file.path = path;
        file.lastPath = path;
        directories.remove(path);
        directory(parent(path));
    }

    /** Removes the file at a path, and returns it; null without one. */
    FileNode remove(String path) {
        FileNode file = files.remove(path);
        if (file == null) {
            return null;
        }
        FileNode root = file.root();
        root.path = null;
        return root;
    }

    /** Adds a directory and those above it. */
    void directory(String path) {
        for (String at = path; !at.isEmpty() && directories.add(at); at = parent(at)) {
            // The loop adds the directories.
        }
    }

    /** Removes a directory, and returns the files below it, in the order of their paths. */
    List<FileNode> removeBelow(String path) {
        List<FileNode> removed = new ArrayList<>();
        for (String below : List.copyOf(files.subMap(path + "/", path + "0").keySet())) {
            removed.add(remove(below));
        }
        directories.subSet(path + "/", path + "0").clear();
        directories.remove(path);
        return removed;
    }

    /** Moves a directory with its contents; {@code moved} receives each file and its new path. */
    void move(String from, String to, BiConsumer<FileNode, String> moved) {
        List<String> paths = List.copyOf(files.subMap(from + "/", from + "0").keySet());
        List<FileNode> below = paths.stream().map(this::remove).toList();
        List<String> old = new ArrayList<>(directories.subSet(from + "/", from + "0"));
        if (directories.contains(from)) {
            old.add(from);
        }
        old.forEach(directories::remove);
        old.forEach(path -> directory(to + path.substring(from.length())));
        for (int i = 0; i < paths.size(); i++) {
            moved.accept(below.get(i), to + paths.get(i).substring(from.length()));
        }
    }

    static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
