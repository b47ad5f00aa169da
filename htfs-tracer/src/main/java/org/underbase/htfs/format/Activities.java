package org.underbase.htfs.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells what HBase was doing from the path, the thread's name and the call, by the layout and the thread names of HBase
 * 2.6 (HConstants, CompactSplit, MemStoreFlusher, MasterRegionFlusherAndCompactor, ExecutorType). Pure functions.
 *
 * <ul>
 *   <li>Any call on a write-ahead log or on recovered edits is logging, whoever makes it.
 *   <li>A call on a store file, finished or in {@code .tmp}, belongs to the compaction or flush whose thread makes it.
 *   <li>By any other thread, a call on a store file in {@code .tmp} is a flush (regions are also flushed when they close,
 *       open after a crash, or an administrator asks), reading a finished store file is a foreground read.
 *   <li>Everything else is other.
 * </ul>
 */
public final class Activities {
    private static final Pattern LOG = Pattern.compile("/(WALs|oldWALs|recovered\\.edits|recovered\\.wals)(/|$)");

    /** {@code data/namespace/table/region/...}: also below {@code archive}, {@code mobdir} and {@code MasterData}. */
    private static final Pattern REGION = Pattern.compile("/data/[^/]+/[^/]+/[0-9a-f]{32}/(.+)");

    private static final Pattern COMPACTION =
            Pattern.compile("-(short|long)Compactions-|-Store-Compactor|RS_COMPACTED_FILES_DISCHARGER");

    private static final Pattern FLUSH = Pattern.compile(
            "MemStoreFlusher\\.|-Flusher$|RS_FLUSH_OPERATIONS|RS_REGION_REPLICA_FLUSH_OPS|-flush-proc-pool");

    /** What a path is to HBase. */
    enum Place {
        LOG,
        STORE,
        STORE_TMP,
        ELSEWHERE
    }

    /** What a thread of HBase does. */
    enum Role {
        COMPACTION,
        FLUSH,
        ANY
    }

    private Activities() {}

    /** The activity a call belongs to. {@code path} has no scheme and no authority; it may be empty. */
    public static Activity classify(String path, String thread, Call call) {
        return classify(place(path), role(thread), call);
    }

    static Activity classify(Place place, Role role, Call call) {
        return switch (place) {
            case LOG -> Activity.LOGGING;
            case ELSEWHERE -> Activity.OTHER;
            case STORE_TMP -> role == Role.COMPACTION ? Activity.COMPACTION : Activity.FLUSH;
            case STORE ->
                switch (role) {
                    case COMPACTION -> Activity.COMPACTION;
                    case FLUSH -> Activity.FLUSH;
                    case ANY -> reads(call) ? Activity.READ : Activity.OTHER;
                };
        };
    }

    private static boolean reads(Call call) {
        return switch (call.kind()) {
            case READ, READ_GROUP, STREAM -> true;
            case OPEN -> call == Call.OPEN;
            case CLOSE -> call == Call.CLOSE_INPUT;
            case WRITE, SYNC, META -> false;
        };
    }

    static Place place(String path) {
        if (LOG.matcher(path).find()) {
            return Place.LOG;
        }
        Matcher region = REGION.matcher(path);
        if (!region.find()) {
            return Place.ELSEWHERE;
        }
        String inside = region.group(1);
        int slash = inside.indexOf('/');
        if (slash < 0) {
            return Place.ELSEWHERE;
        }
        String first = inside.substring(0, slash);
        return first.equals(".tmp") ? Place.STORE_TMP : first.startsWith(".") ? Place.ELSEWHERE : Place.STORE;
    }

    static Role role(String thread) {
        if (COMPACTION.matcher(thread).find()) {
            return Role.COMPACTION;
        }
        return FLUSH.matcher(thread).find() ? Role.FLUSH : Role.ANY;
    }
}
