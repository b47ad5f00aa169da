package org.underbase.htfs.format;

import java.util.List;
import java.util.Map;

/**
 * Classification of calls into HBase's activities by path, thread name and call. It follows the directory layout and
 * thread names of HBase 2.6 (HConstants, CompactSplit, MemStoreFlusher, MasterRegionFlusherAndCompactor, ExecutorType).
 * Pure functions.
 *
 * <ul>
 *   <li>A call on a write-ahead log or on recovered edits is logging, on any thread; so is a call by the API of the combined log,
 *       at any path.
 *   <li>A call of a compaction or flush thread on a store file, also in {@code .tmp}, belongs to that compaction or flush.
 *       The threads of local compaction are compaction threads.
 *   <li>On other threads, a call on a store file in {@code .tmp} is a flush, because HBase also flushes regions when they
 *       close, open after a crash, or on request. A read of a complete store file is a foreground read.
 *   <li>All other calls are {@link Activity#OTHER}.
 * </ul>
 *
 * <p>An import from a log without threads derives the activity from the calls and names it as the thread
 * ({@link DerivedThread}). A recorded activity ({@link Call#ACTIVITY}) names itself. The thread decides the {@link SubActivity}.
 */
public final class Activities {
    /** Activities by their names in the details of recorded ones. */
    private static final Map<String, SubActivity> RECORDED = Map.of("localCompaction", SubActivity.LOCAL);

    /** The task of an HBase thread. */
    enum Role {
        UNKNOWN(DerivedThread.UNKNOWN),
        COMBINED_LOG("combinedlog-"),
        LOCAL_COMPACTION("localcompact-"),
        COMPACTION(
                "-shortCompactions-",
                "-longCompactions-",
                "-Store-Compactor",
                "RS_COMPACTED_FILES_DISCHARGER",
                DerivedThread.COMPACTION),
        FLUSH(
                DerivedThread.FLUSH,
                "MemStoreFlusher.",
                "-Flusher",
                "RS_FLUSH_OPERATIONS",
                "RS_REGION_REPLICA_FLUSH_OPS",
                "-flush-proc-pool"),
        PREFETCH("hfile-prefetch-"),
        OPENING("StoreFileOpener-", "RS_OPEN_"),
        REPLICATION("replicationSource"),
        RECOVERY("RS_LOG_REPLAY_OPS"),
        ANY;

        @SuppressWarnings("ImmutableEnumChecker") // List.of
        private final List<String> markers;

        Role(String... markers) {
            this.markers = List.of(markers);
        }

        /** Returns the first role with a marker in the name of the thread. */
        static Role of(String thread) {
            for (Role role : values()) {
                for (String marker : role.markers) {
                    if (thread.contains(marker)) {
                        return role;
                    }
                }
            }
            return ANY;
        }
    }

    /** Activity and its part. */
    record Part(Activity activity, SubActivity sub) {}

    private static final int ROLES = Role.values().length;

    /** Parts of the calls that do not name their activity, by {@link #index} of place and role, then by whether the call reads. */
    private static final Part[] PARTS = new Part[2 * HBasePath.Type.values().length * ROLES];

    private static final byte[] READS = new byte[256];

    static {
        for (int code = 0; code < READS.length; code++) {
            READS[code] = (byte) (reads(Call.ofCode(code)) ? 1 : 0);
        }
        for (HBasePath.Type place : HBasePath.Type.values()) {
            for (Role role : Role.values()) {
                for (Call call : List.of(Call.WRITE, Call.READ)) {
                    Activity activity = classify(place, role, call);
                    PARTS[index(place) + index(role) + READS[call.code()]] =
                            new Part(activity, sub(activity, role, call, ""));
                }
            }
        }
    }

    private Activities() {}

    /** Returns a number that gives the index of {@link #part} when that of a role is added. */
    // Ordinals are safe here: they are never stored, so a new version may change them.
    @SuppressWarnings("EnumOrdinal")
    static int index(HBasePath.Type place) {
        return 2 * ROLES * place.ordinal();
    }

    /** Returns the number as {@link #index(HBasePath.Type)}. */
    @SuppressWarnings("EnumOrdinal")
    static int index(Role role) {
        return 2 * role.ordinal();
    }

    /** Returns activity and part of a call that does not name them, by the code of the call. */
    static Part part(int index, int call) {
        return PARTS[index + READS[call]];
    }

    /**
     * Returns the activity of a call.
     *
     * @param path path without scheme and authority; may be empty
     * @param thread name of the thread
     * @param call the call
     * @return the activity
     */
    public static Activity classify(String path, String thread, Call call) {
        return classify(HBasePath.of(path).type(), Role.of(thread), call);
    }

    /** Returns the activity in the detail of a {@link Call#ACTIVITY}, or {@code derived} if its name is not supported. */
    static Activity recorded(String detail, Activity derived) {
        return recordedSub(detail) == SubActivity.LOCAL ? Activity.COMPACTION : derived;
    }

    /** Returns the part of an activity that a call with this detail belongs to. */
    static SubActivity sub(Activity activity, Role role, Call call, String detail) {
        if (call == Call.ACTIVITY && recordedSub(detail) != SubActivity.NONE) {
            return recordedSub(detail);
        }
        return switch (activity) {
            case LOGGING ->
                role == Role.REPLICATION
                        ? SubActivity.REPLICATION
                        : role == Role.RECOVERY || reads(call) ? SubActivity.RECOVERY : SubActivity.APPEND;
            case COMPACTION -> role == Role.LOCAL_COMPACTION ? SubActivity.LOCAL : SubActivity.STOCK;
            case READ ->
                role == Role.PREFETCH
                        ? SubActivity.PREFETCH
                        : role == Role.OPENING ? SubActivity.OPENING : SubActivity.REQUEST;
            case FLUSH, OTHER -> SubActivity.NONE;
        };
    }

    private static SubActivity recordedSub(String detail) {
        return RECORDED.getOrDefault(Details.value(detail, "activity"), SubActivity.NONE);
    }

    static Activity classify(HBasePath.Type place, Role role, Call call) {
        if (role == Role.COMBINED_LOG) {
            return Activity.LOGGING;
        }
        boolean compacts = role == Role.COMPACTION || role == Role.LOCAL_COMPACTION;
        return switch (place) {
            case LOG -> Activity.LOGGING;
            case OTHER -> Activity.OTHER;
            case STORE, STORE_TMP ->
                role == Role.UNKNOWN
                        ? Activity.OTHER
                        : compacts
                                ? Activity.COMPACTION
                                : role == Role.FLUSH || place == HBasePath.Type.STORE_TMP
                                        ? Activity.FLUSH
                                        : reads(call) ? Activity.READ : Activity.OTHER;
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
}
