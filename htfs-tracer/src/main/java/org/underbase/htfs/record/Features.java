package org.underbase.htfs.record;

import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The classes of this project that a process is configured to use, so that a reader can distinguish traces with different features. */
final class Features {
    private static final Pattern CLASS = Pattern.compile("\\borg\\.underbase\\.(?:[a-z0-9]+\\.)*([A-Z]\\w*)");
    private static final int MAX = 2000;

    private Features() {}

    /** Returns the simple names of the classes, sorted and separated by blanks. */
    static String of(Configuration conf) {
        TreeSet<String> names = new TreeSet<>();
        for (Map.Entry<String, String> entry : conf) {
            Matcher matcher = CLASS.matcher(entry.getValue());
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        String all = String.join(" ", names);
        return all.substring(0, Math.min(MAX, all.length()));
    }
}
