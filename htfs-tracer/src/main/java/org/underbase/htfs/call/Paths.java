package org.underbase.htfs.call;

import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;

/** Conversions from the arguments of a call to the path of its event; null stays null. */
public final class Paths {
    private Paths() {}

    /** Returns the path of a file's status. */
    public static Path of(FileStatus status) {
        return status == null ? null : status.getPath();
    }

    /** Returns the path that a cache directive names. */
    public static Path of(CacheDirectiveInfo info) {
        return info == null ? null : info.getPath();
    }

    /** Returns the path that a string names; null if the string is not a valid path, which the real call may accept or reject. */
    public static Path of(String path) {
        try {
            return path == null ? null : new Path(path);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the first of several paths. */
    public static Path of(Path[] paths) {
        return paths == null || paths.length == 0 ? null : paths[0];
    }

    /** Returns the first of several paths. */
    public static Path of(List<Path> paths) {
        return paths == null || paths.isEmpty() ? null : paths.get(0);
    }
}
