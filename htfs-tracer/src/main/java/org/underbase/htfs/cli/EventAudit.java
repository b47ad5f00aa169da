package org.underbase.htfs.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.operator.output.PrintableText;

/** Calls of the NameNode as its audit log, which Dynamometer replays; times are UTC. */
final class EventAudit implements EventFormat {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Commands that differ from the name of the call. */
    private static final Map<Call, String> COMMANDS = Map.of(
            Call.OPEN, "open",
            Call.CREATE, "create",
            Call.WAL_OPEN, "create",
            Call.APPEND, "append",
            Call.GET_FILE_STATUS, "getfileinfo",
            Call.EXISTS, "getfileinfo",
            Call.GET_CONTENT_SUMMARY, "contentSummary");

    private static final int DEL = 0x7f;

    private final StringBuilder line = new StringBuilder();

    @Override
    public String header() {
        return "";
    }

    @Override
    public CharSequence lines(TraceEvent event) {
        line.setLength(0);
        String command = command(event);
        if (!command.isEmpty() && !event.path().isEmpty() && event.calls() > 0) {
            Instant time = Instant.ofEpochSecond(0, event.startNanos());
            TIME.formatTo(time, line);
            line.append(" INFO FSNamesystem.audit: allowed=")
                    .append(event.exception().isEmpty());
            line.append("\tugi=")
                    .append(PrintableText.of(event.user()))
                    .append(" (auth:SIMPLE)\tip=/")
                    .append(PrintableText.of(event.host()));
            line.append("\tcmd=").append(command);
            line.append("\tsrc=").append(path(event.path()));
            line.append("\tdst=").append(event.otherPath().isEmpty() ? "null" : path(event.otherPath()));
            line.append("\tperm=null\tproto=rpc");
        }
        return line;
    }

    private static String command(TraceEvent event) {
        return switch (event.call()) {
            case RENAME -> {
                String options = Details.value(event.detail(), "options");
                yield options.isEmpty() ? "rename" : "rename (options=[" + options.toUpperCase(Locale.ROOT) + "])";
            }
            case MKDIRS, DELETE, LIST_STATUS, SET_PERMISSION, SET_OWNER, SET_TIMES, SET_REPLICATION ->
                event.call().label();
            default -> COMMANDS.getOrDefault(event.call(), "");
        };
    }

    private static String path(String path) {
        String escaped = path.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
        if (escaped.chars().allMatch(c -> c >= ' ' && c < DEL)) {
            return escaped;
        }
        // By UTF-16 unit, as Java's escapes are, so that an import has the same path.
        return escaped.chars()
                .mapToObj(c -> PrintableText.of(Character.toString(c)))
                .collect(Collectors.joining());
    }
}
