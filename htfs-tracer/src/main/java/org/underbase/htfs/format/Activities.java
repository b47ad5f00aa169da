package org.underbase.htfs.format;

import java.util.List;
import java.util.Map;

/**
 * Classification of calls into HBase's activities by path, thread name and call. It follows the directory layout and
 * thread names of HBase 2.6 (HConstants, CompactSplit, MemStoreFlusher, MasterRegionFlusherAndCompactor, ExecutorType).
 * Pure functions.
 *
 * <ul>
 *   <li>A call on a write-ahead log or on recovered edits is logging, on any thread.
 *   <li>A call of a compaction or flush thread on a store file, also in {@code .tmp}, belongs to that compaction or flush.
 *       The threads of local compaction are compaction threads.
 *   <li>On other threads, a call on a store file in {@code .tmp} is a flush, because HBase also flushes regions when they
 *       close, open after a crash, or on request. A read of a complete store file is a foreground read.
 *   <li>All other calls are {@link Activity#OTHER}.
 * </ul>
 *
 * <p>A recorded activity ({@link Call#ACTIVITY}) names itself.
 */
public final class Activities {
    private static final List<String> LOGS = List.of("/WALs", "/oldWALs", "/recovered.edits", "/recovered.wals");
    private static final List<String> COMPACTIONS = List.of(
            "-shortCompactions-",
            "-longCompactions-",
            "-Store-Compactor",
            "RS_COMPACTED_FILES_DISCHARGER",
            "localcompact-");
    private static final List<String> FLUSHES = List.of(
            "MemStoreFlusher.", "-Flusher", "RS_FLUSH_OPERATIONS", "RS_REGION_REPLICA_FLUSH_OPS", "-flush-proc-pool");

    /** Activities by their names in the details of recorded ones. */
    private static final Map<String, Activity> RECORDED = Map.of("localCompaction", Activity.COMPACTION);

    private static final String DATA = "/data/";
    private static final int REGION_DIGITS = 32;

    /** The region of hbase:meta, the only region whose name is no hash. */
    private static final String META = "1588230740";

    /** The meaning of a path in HBase's layout. */
    enum Place {
        LOG,
        STORE,
        STORE_TMP,
        ELSEWHERE
    }

    /** The task of an HBase thread. */
    enum Role {
        COMPACTION,
        FLUSH,
        ANY
    }

    private Activities() {}

    /**
     * Returns the activity of a call.
     *
     * @param path path without scheme and authority; may be empty
     * @param thread name of the thread
     * @param call the call
     * @return the activity
     */
    public static Activity classify(String path, String thread, Call call) {
        return classify(place(path), role(thread), call);
    }

    /** Returns the activity in the detail of a {@link Call#ACTIVITY}, or {@code derived} if its name is not supported. */
    static Activity recorded(String detail, Activity derived) {
        return RECORDED.getOrDefault(Details.value(detail, "activity"), derived);
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
        for (String log : LOGS) {
            if (hasComponent(path, log)) {
                return Place.LOG;
            }
        }
        // data/namespace/table/region/... also occurs below archive, mobdir and MasterData.
        for (int data = path.indexOf(DATA); data >= 0; data = path.indexOf(DATA, data + 1)) {
            int table = path.indexOf('/', data + DATA.length());
            int region = table < 0 ? -1 : path.indexOf('/', table + 1);
            int inside = region < 0 ? -1 : path.indexOf('/', region + 1);
            if (inside >= 0 && isRegion(path, region + 1, inside)) {
                return inRegion(path, inside + 1);
            }
        }
        return Place.ELSEWHERE;
    }

    private static Place inRegion(String path, int from) {
        if (path.indexOf('/', from) < 0) {
            return Place.ELSEWHERE;
        }
        if (path.startsWith(".tmp/", from)) {
            return Place.STORE_TMP;
        }
        return path.charAt(from) == '.' ? Place.ELSEWHERE : Place.STORE;
    }

    private static boolean hasComponent(String path, String slashName) {
        for (int at = path.indexOf(slashName); at >= 0; at = path.indexOf(slashName, at + 1)) {
            int end = at + slashName.length();
            if (end == path.length() || path.charAt(end) == '/') {
                return true;
            }
        }
        return false;
    }

    private static boolean isRegion(String path, int from, int to) {
        if (to - from != REGION_DIGITS) {
            return to - from == META.length() && path.startsWith(META, from);
        }
        for (int i = from; i < to; i++) {
            if (Character.digit(path.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    static Role role(String thread) {
        if (COMPACTIONS.stream().anyMatch(thread::contains)) {
            return Role.COMPACTION;
        }
        return FLUSHES.stream().anyMatch(thread::contains) ? Role.FLUSH : Role.ANY;
    }
}
