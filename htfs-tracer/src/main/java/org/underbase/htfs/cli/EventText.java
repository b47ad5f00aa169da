package org.underbase.htfs.cli;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.underbase.htfs.format.TraceEvent;

/** Text format of events: the common fields, then {@code key=value} for each further field that applies. */
final class EventText {
    private static final long NANOS = 1_000_000_000L;
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);
    private final StringBuilder line = new StringBuilder(256);

    CharSequence line(TraceEvent event) {
        line.setLength(0);
        line.append(time(event.startNanos())).append(' ');
        duration(event.durationNanos());
        line.append(' ').append(event.activity().label());
        line.append(' ').append(event.call().label());
        line.append(' ').append(event.path().isEmpty() ? "-" : quoted(event.path()));
        text("to", event.otherPath());
        number("offset", event.offset());
        number("length", event.length());
        line.append(" result=").append(event.result());
        number("stream", event.streamId());
        number("file", event.fileId());
        number("inode", event.inode());
        text("fileSystem", event.identity().fileSystem());
        text("blockPool", event.identity().blockPool());
        number("firstBlock", event.identity().firstBlock());
        text("ecPolicy", event.identity().ecPolicy());
        number("group", event.group());
        text("thread", event.thread());
        number("threadId", event.threadId());
        text("user", event.user());
        text("process", event.process());
        text("host", event.host());
        text("label", event.label());
        text("exception", event.exception());
        text("detail", event.detail());
        return line;
    }

    /** Formats a time as ISO-8601 in UTC with nine decimals, so that lines sort by time. */
    static String time(long nanos) {
        return TIME.format(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS)));
    }

    private void duration(long nanos) {
        if (nanos < 1_000) {
            line.append(nanos).append("ns");
        } else if (nanos < 1_000_000) {
            line.append(String.format(Locale.ROOT, "%.1fus", nanos / 1e3));
        } else {
            line.append(String.format(Locale.ROOT, "%.3fms", nanos / 1e6));
        }
    }

    private void number(String key, long value) {
        if (value != -1) {
            line.append(' ').append(key).append('=').append(value);
        }
    }

    private void text(String key, String value) {
        if (!value.isEmpty()) {
            line.append(' ').append(key).append('=').append(quoted(value));
        }
    }

    /** Quotes and escapes a text that contains a blank, a quote or a control character. */
    private static String quoted(String value) {
        if (value.chars().noneMatch(c -> c <= ' ' || c == '"' || c == '\\' || c == 0x7F)) {
            return value;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7F) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
