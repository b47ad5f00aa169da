package org.underbase.exalt.runtime;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which files are compressed: new and empty ones below some directories whose path has a match of a pattern. What is compressed
 * already is known by its content anywhere below the directories, whatever its name has become.
 */
final class Scope {
    private final List<String> prefixes;
    private final Pattern pattern;

    /**
     * {@code directories}: absolute and without links, and as they were named, where that differs.
     */
    Scope(List<String> directories, Pattern pattern) {
        List<String> all = new ArrayList<>();
        for (String each : directories) {
            all.add(each.endsWith("/") ? each : each + "/");
        }
        this.prefixes = List.copyOf(all);
        this.pattern = pattern;
    }

    /** Whether a file may be a compressed one. */
    boolean covers(String path) {
        String absolute = path.startsWith("/") ? path : new File(path).getAbsolutePath();
        for (String prefix : prefixes) {
            if (absolute.startsWith(prefix) && absolute.length() > prefix.length()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a path is one of the directories, or may be below one. */
    boolean holds(String path) {
        return covers(path.endsWith("/") ? path + "." : path + "/.");
    }

    /** Whether a new file there is to be a compressed one. */
    boolean compresses(String path) {
        return covers(path) && pattern.matcher(path).find();
    }
}
