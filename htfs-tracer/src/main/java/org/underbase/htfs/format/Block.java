package org.underbase.htfs.format;

import java.util.List;

/**
 * A decoded block, which its decoder reuses for the next one. Its arrays may be longer than needed: only the first {@link #size}
 * elements are valid.
 */
final class Block {
    BlockHeader header;
    int size;
    String host = "";
    String process = "";
    String label = "";
    String processUser = "";

    List<String> paths = List.of();
    List<String> threads = List.of();
    long[] threadId = {};
    List<String> fileSystems = List.of();
    List<String> blockPools = List.of();
    List<String> ecPolicies = List.of();
    List<String> users = List.of();
    List<String> exceptions = List.of();
    List<String> details = List.of();

    int targets;
    long[] targetStream = {};
    long[] targetFile = {};
    long[] targetPath = {};
    long[] targetInode = {};

    /** Index + 1, 0 for none; empty if no target of the block has one. */
    long[] targetFileSystem = {};

    long[] targetBlockPool = {};
    long[] targetEcPolicy = {};
    long[] targetFirstBlock = {};

    /** Nanoseconds since the epoch. */
    long[] start = {};

    /** Whether {@link #duration} was decoded. */
    boolean durations;

    long[] duration = {};
    byte[] call = {};
    int[] thread = {};
    int[] target = {};
    long[] offset = {};
    long[] length = {};
    long[] result = {};

    /** Index + 1, 0 for none; empty if no event of the block has one. */
    int[] user = {};

    int[] exception = {};
    int[] detail = {};
    int[] other = {};
    long[] group = {};

    /** Ensures that the arrays of the events are long enough for {@link #size}. */
    void reserve() {
        if (start.length < size) {
            int capacity = Math.min(Layout.MAX_EVENTS, Integer.highestOneBit(size - 1) << 1);
            capacity = Math.max(size, capacity);
            start = new long[capacity];
            call = new byte[capacity];
            thread = new int[capacity];
            target = new int[capacity];
            offset = new long[capacity];
            length = new long[capacity];
            result = new long[capacity];
        }
        if (durations && duration.length < size) {
            duration = new long[start.length];
        }
    }
}
