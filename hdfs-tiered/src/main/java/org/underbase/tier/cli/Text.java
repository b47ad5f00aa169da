package org.underbase.tier.cli;

import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Numbers and names as people read them. */
final class Text {
    private Text() {}

    /** Names may hold what a terminal would obey: control, format and separator characters are escaped. */
    static String printable(String name) {
        StringBuilder shown = new StringBuilder(name.length());
        name.codePoints().forEach(c -> {
            if (isHarmful(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isHarmful(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** At most so many characters, the end cut off. */
    static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 3) + "...";
    }

    /** A path without the file system it is on. */
    static String plain(Path path) {
        return Path.getPathWithoutSchemeAndAuthority(path).toString();
    }

    /** As {@code hdfs dfs -du -h} writes sizes: {@code 1.5 G}. */
    static String size(long bytes) {
        return TraditionalBinaryPrefix.long2String(bytes, "", 1);
    }

    /** Bytes a second. */
    static String rate(double bytesPerSecond) {
        return size(Math.round(bytesPerSecond)) + "/s";
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f%%", part * 100);
    }

    /** {@code 12 s}, {@code 3 min 5 s}, {@code 2 h 10 min}. */
    static String time(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
