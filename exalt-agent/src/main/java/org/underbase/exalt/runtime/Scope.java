package org.underbase.exalt.runtime;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Selection of the files that are compressed: new and empty files below some directories whose path matches a pattern. Compressed files
 * are recognized by content anywhere below the directories, regardless of their name.
 */
final class Scope {
    private final List<String> prefixes;
    private final Pattern pattern;

    /**
     * {@code directories}: absolute paths, as given and with symbolic links resolved.
     */
    Scope(List<String> directories, Pattern pattern) {
        List<String> all = new ArrayList<>();
        for (String each : directories) {
            all.add(each.endsWith("/") ? each : each + "/");
        }
        this.prefixes = List.copyOf(all);
        this.pattern = pattern;
    }

    /** Returns whether a file may be compressed. */
    boolean covers(String path) {
        String absolute = path.startsWith("/") ? path : new File(path).getAbsolutePath();
        for (String prefix : prefixes) {
            if (absolute.startsWith(prefix) && absolute.length() > prefix.length()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a path is one of the directories, or may be below one. */
    boolean holds(String path) {
        return covers(path.endsWith("/") ? path + "." : path + "/.");
    }

    /** Returns whether a new file must be compressed. */
    boolean compresses(String path) {
        return covers(path) && pattern.matcher(path).find();
    }
}
