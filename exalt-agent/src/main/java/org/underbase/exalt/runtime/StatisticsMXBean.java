package org.underbase.exalt.runtime;

/**
 * What the agent has saved so far, as {@code org.underbase:type=Exalt}. Of files only compressed ones count, of sockets only those with
 * frames.
 */
public interface StatisticsMXBean {
    /** Its name as a bean. */
    String NAME = "org.underbase:type=Exalt";

    /** Bytes that the program has read of compressed files. */
    long getFileBytesRead();

    /** Bytes that were read of the disk for it. */
    long getFileBytesReadBelow();

    /** Bytes that the program has written to compressed files. */
    long getFileBytesWritten();

    /** Bytes that were written to the disk for it. */
    long getFileBytesWrittenBelow();

    /** Compressed files that are open. */
    int getFilesOpen();

    /** Connections with frames that this process has made. */
    long getConnectionsFramed();

    /** Bytes that the program has read of them. */
    long getSocketBytesRead();

    /** Bytes that the kernel has given for it. */
    long getSocketBytesReadBelow();

    /** Bytes that the program has written to them. */
    long getSocketBytesWritten();

    /** Bytes that the kernel has taken for it. */
    long getSocketBytesWrittenBelow();
}
