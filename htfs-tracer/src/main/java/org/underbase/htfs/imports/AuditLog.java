package org.underbase.htfs.imports;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;

/**
 * The NameNode's audit log, also that of Dynamometer: one call per line, as tab-separated {@code key=value} after the
 * logger's name. The client's address becomes the thread. The log has neither durations nor bytes.
 */
public final class AuditLog implements SourceFormat {
    private static final SourceProcess PROCESS = new SourceProcess("", "namenode", 0);
    private static final String LOGGER = "FSNamesystem.audit";
    private static final String DENIED = "org.apache.hadoop.security.AccessControlException";
    private static final Map<String, Call> CALLS = calls();

    private final LogTime times;
    private final PathTable paths = new PathTable();
    private long otherCommands;

    /** @param zone time zone of the log */
    public AuditLog(ZoneId zone) {
        times = new LogTime(zone);
    }

    private static Map<String, Call> calls() {
        Map<String, Call> calls = new HashMap<>();
        for (Call call : Call.values()) {
            if (call.kind() == Call.Kind.META) {
                calls.put(call.label(), call);
            }
        }
        calls.putAll(Map.of(
                "open", Call.OPEN,
                "create", Call.CREATE,
                "append", Call.APPEND,
                "getfileinfo", Call.GET_FILE_STATUS,
                "contentSummary", Call.GET_CONTENT_SUMMARY,
                "quotaUsage", Call.GET_QUOTA_USAGE,
                "checkAccess", Call.ACCESS,
                "setSpaceQuota", Call.SET_QUOTA,
                "clearQuota", Call.SET_QUOTA,
                "clearSpaceQuota", Call.SET_QUOTA));
        calls.putAll(Map.of(
                "listSnapshottableDirectory", Call.GET_SNAPSHOTTABLE_DIR_LISTING,
                "ListSnapshot", Call.GET_SNAPSHOT_LISTING,
                "computeSnapshotDiff", Call.GET_SNAPSHOT_DIFF_REPORT,
                "getStoragePolicies", Call.GET_ALL_STORAGE_POLICIES,
                "getErasureCodingPolicies", Call.GET_ALL_ERASURE_CODING_POLICIES,
                "getErasureCodingCodecs", Call.GET_ALL_ERASURE_CODING_CODECS,
                "datanodeReport", Call.GET_DATANODE_STATS,
                "slowDataNodesReport", Call.GET_SLOW_DATANODE_STATS,
                "rollEditLog", Call.ROLL_EDITS));
        return Map.copyOf(calls);
    }

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public boolean parse(String line, EventSink sink) throws BadLineException, IOException {
        int from = line.indexOf("allowed=");
        if (from < 0 || !line.contains("\tcmd=")) {
            if (line.contains(LOGGER)) {
                throw new BadLineException("the line has no fields allowed and cmd, separated by tabs");
            }
            return false;
        }
        Map<String, String> fields = new HashMap<>();
        for (String field : line.substring(from).split("\t", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.putIfAbsent(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        long start = times.of(line);
        boolean allowed =
                switch (fields.getOrDefault("allowed", "")) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new BadLineException("allowed is neither true nor false");
                };
        String command = fields.getOrDefault("cmd", "");
        if (command.isEmpty()) {
            throw new BadLineException("the field cmd is missing");
        }
        int options = command.indexOf(" (options=[");
        Call call = CALLS.getOrDefault(options < 0 ? command : command.substring(0, options), Call.UNKNOWN);
        StringBuilder detail = new StringBuilder();
        if (options >= 0) {
            String list = command.substring(options + " (options=[".length()).replaceAll("[\\])\\s]", "");
            Details.add(detail, "options", list.isEmpty() ? "none" : list.toLowerCase(Locale.ROOT));
        }
        if (call == Call.UNKNOWN) {
            otherCommands++;
            Details.add(detail, "cmd", command);
        }
        Details.add(detail, "proto", fields.getOrDefault("proto", ""));
        Details.add(detail, "caller", fields.getOrDefault("callerContext", ""));
        String source = path(fields, "src");
        String target = path(fields, "dst");
        for (ImportedEvent event : events(start, call, source, target, allowed, detail)) {
            String address = fields.getOrDefault("ip", "");
            sink.add(
                    PROCESS,
                    event.by(
                            user(fields.getOrDefault("ugi", "")),
                            address.startsWith("/") ? address.substring(1) : address));
        }
        return true;
    }

    private List<ImportedEvent> events(
            long start, Call call, String source, String target, boolean allowed, StringBuilder detail)
            throws BadLineException {
        if (call == Call.CONCAT) {
            return concat(start, source, target, allowed, detail);
        }
        ImportedEvent event =
                new ImportedEvent(start, call).with(detail.toString()).to(target);
        if (!source.isEmpty()) {
            PathTable.File file =
                    switch (call) {
                        case CREATE -> allowed ? paths.created(source) : paths.file(source);
                        case MKDIRS -> allowed ? paths.directory(source) : paths.file(source);
                        default -> paths.file(source);
                    };
            event.on(file.id(), source);
        }
        if (!allowed) {
            return List.of(event.failing(DENIED));
        }
        boolean sourceMissing = source.isEmpty() && (call == Call.RENAME || call == Call.DELETE);
        boolean targetMissing = target.isEmpty() && call == Call.RENAME;
        if (sourceMissing || targetMissing) {
            throw new BadLineException("the path of a " + call.label() + " is missing");
        }
        switch (call) {
            case RENAME -> paths.renamed(source, target, Details.contains(detail.toString(), "options"));
            case DELETE -> paths.deleted(source);
            default -> {
                // The other calls keep all paths.
            }
        }
        return List.of(returnsTrue(call) ? event.returning(1) : event);
    }

    private static boolean returnsTrue(Call call) {
        return switch (call) {
            case RENAME, DELETE, MKDIRS, SET_REPLICATION -> true;
            default -> false;
        };
    }

    /** Each source of a concat has an event. */
    private List<ImportedEvent> concat(long start, String sources, String target, boolean allowed, StringBuilder detail)
            throws BadLineException {
        if (!sources.startsWith("[") || !sources.endsWith("]") || target.isEmpty()) {
            throw new BadLineException("invalid concat: expected src=[PATH, ...] and dst=PATH");
        }
        List<ImportedEvent> events = new ArrayList<>();
        String[] list = sources.substring(1, sources.length() - 1).split(", ", -1);
        for (int part = 0; part < list.length; part++) {
            StringBuilder parts = new StringBuilder(detail);
            if (part > 0) {
                Details.add(parts, "part", Integer.toString(part));
            }
            ImportedEvent event = new ImportedEvent(start, Call.CONCAT)
                    .on(paths.file(target).id(), target)
                    .to(list[part])
                    .with(parts.toString());
            events.add(allowed ? event : event.failing(DENIED));
            if (allowed) {
                paths.deleted(list[part]);
            }
        }
        return events;
    }

    /** Returns the short name of {@code alice (auth:PROXY) via hue (auth:SIMPLE)}. */
    private static String user(String ugi) {
        int blank = ugi.indexOf(' ');
        return blank < 0 ? ugi : ugi.substring(0, blank);
    }

    private static String path(Map<String, String> fields, String key) throws BadLineException {
        String path = fields.getOrDefault(key, "");
        return path.equals("null") ? "" : JavaEscapes.decoded(path);
    }

    @Override
    public Map<String, Long> remarks() {
        return otherCommands == 0 ? Map.of() : Map.of("calls of unsupported commands", otherCommands);
    }
}
