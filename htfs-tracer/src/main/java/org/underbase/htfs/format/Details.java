package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;

/** Parser and writer of the {@code key=value} pairs in {@link TraceEvent#detail()}. */
public final class Details {
    private Details() {}

    /** Returns the value after {@code key=}, or the empty string if the key is missing. */
    public static String value(String detail, String key) {
        int from = valueStart(detail, key);
        if (from < 0) {
            return "";
        }
        int end = detail.indexOf(' ', from);
        return end < 0 ? detail.substring(from) : detail.substring(from, end);
    }

    /** Whether there is a value after {@code key=}, also an empty one. */
    public static boolean contains(String detail, String key) {
        return valueStart(detail, key) >= 0;
    }

    /** Returns the decimal number after {@code key=}, without copies, or {@code otherwise} if there is no such number. */
    public static long number(String detail, String key, long otherwise) {
        int at = valueStart(detail, key);
        if (at < 0) {
            return otherwise;
        }
        long value = 0;
        int i = at;
        while (i < detail.length() && i - at < 18 && detail.charAt(i) >= '0' && detail.charAt(i) <= '9') {
            value = value * 10 + (detail.charAt(i) - '0');
            i++;
        }
        boolean whole = i > at && (i == detail.length() || detail.charAt(i) == ' ');
        return whole ? value : otherwise;
    }

    /**
     * Adds a pair to a detail; an empty value adds nothing. Blanks, control characters and {@code %} in the value are
     * percent-encoded, so that a reader can split the detail at blanks.
     */
    public static void add(StringBuilder detail, String key, String value) {
        if (value.isEmpty()) {
            return;
        }
        if (detail.length() > 0) {
            detail.append(' ');
        }
        detail.append(key).append('=');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > ' ' && c != '%' && c < 0x7f) {
                detail.append(c);
            } else if (c > 0xa0 && !Character.isSurrogate(c) && !Character.isWhitespace(c)) {
                detail.append(c);
            } else {
                String character = Character.toString(value.codePointAt(i));
                for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
                    detail.append('%').append(String.format("%02X", b & 0xff));
                }
                i += character.length() - 1;
            }
        }
    }

    private static int valueStart(String detail, String key) {
        int from = 0;
        while (true) {
            int at = detail.indexOf(key, from);
            if (at < 0) {
                return -1;
            }
            int end = at + key.length();
            boolean begins = at == 0 || detail.charAt(at - 1) == ' ';
            if (begins && end < detail.length() && detail.charAt(end) == '=') {
                return end + 1;
            }
            from = at + 1;
        }
    }
}
