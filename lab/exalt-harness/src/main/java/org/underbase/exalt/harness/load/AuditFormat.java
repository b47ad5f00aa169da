package org.underbase.exalt.harness.load;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Format of an audit log. Both formats are those of Dynamometer (HDFS-12345), so that its users need no conversion: a NameNode's log, and
 * a table with six columns that Hive created from one.
 */
enum AuditFormat {
    /** {@code 2026-11-22 10:00:00,123 INFO FSNamesystem.audit: allowed=true<tab>ugi=…}: times since the epoch, in UTC. */
    NAMENODE {
        @Override
        AuditEntry parse(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a line of an audit log");
            }
            long millis;
            try {
                millis = LocalDateTime.parse(parts.group(1), TIME)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("invalid time '" + parts.group(1) + "'", e);
            }
            Map<String, String> fields = new HashMap<>();
            for (String field : parts.group(2).split("\t", -1)) {
                int equals = field.indexOf('=');
                if (equals > 0) {
                    fields.put(field.substring(0, equals).strip(), field.substring(equals + 1));
                }
            }
            return entry(millis, fields.get("ugi"), fields.get("cmd"), fields.get("src"), fields.get("dst"));
        }
    },

    /** Columns separated by byte 1: milliseconds since the start, user, command, source, target, address. */
    HIVE {
        @Override
        AuditEntry parse(String line) {
            String[] columns = line.split(SEPARATOR, -1);
            if (columns.length < COLUMNS) {
                throw new IllegalArgumentException("found " + columns.length + " columns, expected six");
            }
            try {
                return entry(Long.parseLong(columns[0].strip()), columns[1], columns[2], columns[3], columns[4]);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("invalid milliseconds '" + columns[0] + "'", e);
            }
        }
    };

    private static final String SEPARATOR = "\u0001";
    private static final int COLUMNS = 5;
    private static final Pattern LINE = Pattern.compile("(.+?) INFO [^:]+: (.+)");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);
    private static final String NONE = "null";

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if the line has another format; the message names the difference
     */
    abstract AuditEntry parse(String line);

    /** Detects the format of a log by one of its lines. */
    static AuditFormat of(String line) {
        return line.contains(SEPARATOR) ? HIVE : NAMENODE;
    }

    private static AuditEntry entry(long millis, String user, String command, String source, String target) {
        if (command == null || command.isBlank() || user == null || user.isBlank()) {
            throw new IllegalArgumentException("missing user or command");
        }
        return new AuditEntry(millis, user.strip().split(" ", 2)[0], command.strip(), present(source), present(target));
    }

    private static String present(String path) {
        return path == null || path.equals(NONE) ? "" : path;
    }
}
