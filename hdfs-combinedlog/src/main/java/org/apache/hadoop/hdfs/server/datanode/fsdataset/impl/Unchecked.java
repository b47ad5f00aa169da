package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;

/** Throws an {@code IOException} through a stock method that does not declare it and whose callers in the DataNode handle it. */
final class Unchecked {
    private Unchecked() {}

    /** Never returns; the result type lets a caller write {@code throw Unchecked.of(e)}. */
    static RuntimeException of(IOException cause) {
        throw Unchecked.<RuntimeException>erased(cause);
    }

    // The unchecked cast is the purpose: it hides a checked exception from the compiler.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T erased(Throwable cause) throws T {
        throw (T) cause;
    }
}
