package org.underbase.htfs.record;

import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masking of thread names. They contain names of users, hosts, tables and files, so that only listed words remain: those
 * of Java and HBase 2.6 (CompactSplit, MemStoreFlusher, RpcExecutor, ExecutorType), from which a reader derives the
 * activity. A number remains directly after one of them, as in {@code handler=12}.
 */
final class ThreadWords {
    /** A word includes letters outside of ASCII, so that no part of a name remains. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_\\x{80}-\\x{10FFFF}]+");

    private static final Pattern COUNT = Pattern.compile("[0-9]{1,5}");

    private static final Set<String> WORDS = Set.of(
            "main",
            "combinedlog",
            "Thread",
            "thread",
            "pool",
            "proc",
            "regionserver",
            "master",
            "store",
            "shortCompactions",
            "longCompactions",
            "splits",
            "MemStoreFlusher",
            "Flusher",
            "Store",
            "Compactor",
            "flush",
            "RpcServer",
            "default",
            "priority",
            "replication",
            "metaPriority",
            "FPBQ",
            "RWQ",
            "Fifo",
            "read",
            "write",
            "scan",
            "handler",
            "queue",
            "port",
            "AsyncFSWAL",
            "WAL",
            "Archive",
            "Close",
            "Writer",
            "logRoller",
            "wal",
            "append",
            "sync",
            "StoreFileOpener",
            "StoreOpener",
            "StoreCloser",
            "hfile",
            "prefetch",
            "replicationSource",
            "shipper",
            "reader",
            "localcompact",
            "merge",
            "MASTER_CLOSE_REGION",
            "MASTER_OPEN_REGION",
            "MASTER_SERVER_OPERATIONS",
            "MASTER_TABLE_OPERATIONS",
            "MASTER_RS_SHUTDOWN",
            "MASTER_META_SERVER_OPERATIONS",
            "MASTER_SNAPSHOT_OPERATIONS",
            "MASTER_MERGE_OPERATIONS",
            "M_LOG_REPLAY_OPS",
            "RS_OPEN_REGION",
            "RS_OPEN_META",
            "RS_OPEN_PRIORITY_REGION",
            "RS_CLOSE_REGION",
            "RS_CLOSE_META",
            "RS_PARALLEL_SEEK",
            "RS_LOG_REPLAY_OPS",
            "RS_REGION_REPLICA_FLUSH_OPS",
            "RS_COMPACTED_FILES_DISCHARGER",
            "RS_REFRESH_PEER",
            "RS_SWITCH_RPC_THROTTLE",
            "RS_IN_MEMORY_COMPACTION",
            "RS_CLAIM_REPLICATION_QUEUE",
            "RS_SNAPSHOT_OPERATIONS",
            "RS_FLUSH_OPERATIONS",
            "RS_RELOAD_QUOTAS_OPERATIONS");

    /** Words that a number follows. */
    private static final Set<String> COUNTED = Set.of(
            "Thread",
            "thread",
            "pool",
            "shortCompactions",
            "longCompactions",
            "splits",
            "MemStoreFlusher",
            "handler",
            "queue",
            "port",
            "AsyncFSWAL");

    private ThreadWords() {}

    /**
     * Masks a name.
     *
     * @param name name of a thread
     * @param hash function that hashes a word
     * @return the name with each other word hashed
     */
    static String mask(String name, UnaryOperator<String> hash) {
        StringBuilder masked = new StringBuilder();
        Matcher words = WORD.matcher(name);
        String before = "";
        int end = 0;
        while (words.find()) {
            String word = words.group();
            boolean counts = words.start() == end + 1 && COUNTED.contains(before);
            boolean plain =
                    WORDS.contains(word) || (counts && COUNT.matcher(word).matches());
            masked.append(name, end, words.start()).append(plain ? word : hash.apply(word));
            before = word;
            end = words.end();
        }
        return masked.append(name, end, name.length()).toString();
    }
}
