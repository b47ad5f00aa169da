package org.underbase.htfs.format;

import java.util.List;

/** A decoded block. Its arrays may be longer than needed: only the first {@link #size} elements are valid. */
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

    long[] duration = {};
    long[] call = {};
    long[] thread = {};
    long[] target = {};
    long[] offset = {};
    long[] length = {};
    long[] result = {};

    /** Index + 1, 0 for none; empty if no event of the block has one. */
    long[] user = {};

    long[] exception = {};
    long[] detail = {};
    long[] other = {};
    long[] group = {};
}
