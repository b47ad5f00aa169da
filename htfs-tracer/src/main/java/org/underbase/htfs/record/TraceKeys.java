package org.underbase.htfs.record;

import java.util.ArrayList;
import java.util.List;

/** Every configuration key of the recording side, with its default and what it does. */
public final class TraceKeys {
    private static final List<TraceKey> ALL = new ArrayList<>();

    public static final TraceKey ENABLED = live(
            "underbase.trace.enabled",
            "boolean",
            "true",
            "Whether calls are recorded. Off, a call costs a few nanoseconds.");
    public static final TraceKey DIR = key(
            "underbase.trace.dir",
            "path",
            "",
            "The local directory the segments are written to. Empty: underbase-trace in HADOOP_LOG_DIR or hadoop.log.dir,"
                    + " or else in java.io.tmpdir.");
    public static final TraceKey LABEL = key(
            "underbase.trace.label", "text", "", "What this process is called in its traces, such as regionserver-1.");
    public static final TraceKey SAMPLING = live(
            "underbase.trace.sampling",
            "fraction",
            "1.0",
            "The part of all files whose calls are recorded, 0 to 1. Chosen by a hash of a file's name and directory, so"
                    + " that a file is recorded whole or not at all, by every process alike.");
    public static final TraceKey RING_EVENTS = key(
            "underbase.trace.ring.events",
            "number",
            "4096",
            "How many events a thread's ring holds, a power of two; an event takes 44 bytes.");
    public static final TraceKey RING_MAX = key(
            "underbase.trace.ring.max",
            "number",
            "256",
            "How many threads have a ring of their own; more threads, and virtual threads, share four rings under a lock.");
    public static final TraceKey RING_FULL = live(
            "underbase.trace.ring.full",
            "drop or block",
            "drop",
            "What a call does when its ring is full: lose its event, which is counted, or wait for room.");
    public static final TraceKey DRAIN_INTERVAL = key(
            "underbase.trace.drain.interval",
            "duration",
            "100ms",
            "How often the rings are emptied; a ring that is half full is emptied at once.");
    public static final TraceKey BLOCK_EVENTS = key(
            "underbase.trace.block.events",
            "number",
            "65536",
            "A block is written when it has this many events, 1 to 131072.");
    public static final TraceKey BLOCK_INTERVAL = key(
            "underbase.trace.block.interval",
            "duration",
            "5s",
            "A block is written when its first event is this old. What is younger is lost when the process is killed.");
    public static final TraceKey SEGMENT_BYTES =
            key("underbase.trace.segment.bytes", "size", "128m", "A segment is ended when it would grow beyond this.");
    public static final TraceKey MAX_BYTES = live(
            "underbase.trace.max.bytes",
            "size",
            "10g",
            "The cap on the size of all segments in the directory together.");
    public static final TraceKey MAX_ACTION = live(
            "underbase.trace.max.action",
            "delete or stop",
            "delete",
            "What happens at the cap: the oldest segments are deleted, or no more is written. Either is counted and logged.");
    public static final TraceKey FILES_MAX = key(
            "underbase.trace.files.max",
            "number",
            "65536",
            "How many files' identities are remembered; the ones not used for longest are forgotten.");
    public static final TraceKey TIMES = key(
            "underbase.trace.times",
            "compact or exact",
            "compact",
            "How times are kept. compact: starts to the microsecond, durations to 0.2 %; exact: both to the nanosecond, for"
                    + " about 2 bytes more per event.");
    public static final TraceKey COMPRESSION_LEVEL =
            key("underbase.trace.compression.level", "number", "6", "zstd's level, 1 to 19.");
    public static final TraceKey CONTROL = key(
            "underbase.trace.control",
            "path",
            "",
            "A file of key=value lines that changes the live keys of a running process. Empty: the file control in the"
                    + " trace directory.");
    public static final TraceKey CONTROL_INTERVAL =
            key("underbase.trace.control.interval", "duration", "1s", "How often the control file is looked at.");
    public static final TraceKey HASH = key(
            "underbase.trace.hash",
            "boolean",
            "false",
            "Whether names are recorded only as keyed hashes (HMAC-SHA-256): components of paths, users, names of threads"
                    + " and the text of details. Needs a key; without one nothing is recorded.");
    public static final TraceKey HASH_KEY = key(
            "underbase.trace.hash.key",
            "secret",
            "",
            "The key of the hashes; looked up through hadoop.security.credential.provider.path first.");
    public static final TraceKey HASH_KEY_FILE = key(
            "underbase.trace.hash.key.file",
            "path",
            "",
            "A local file whose bytes are the key, instead of the key itself.");

    private TraceKeys() {}

    /** All keys, in the order of this file. */
    public static List<TraceKey> all() {
        return List.copyOf(ALL);
    }

    private static TraceKey key(String name, String type, String defaultValue, String doc) {
        return add(new TraceKey(name, type, defaultValue, doc, false));
    }

    private static TraceKey live(String name, String type, String defaultValue, String doc) {
        return add(new TraceKey(name, type, defaultValue, doc, true));
    }

    private static TraceKey add(TraceKey key) {
        ALL.add(key);
        return key;
    }
}
