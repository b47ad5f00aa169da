package org.underbase.exalt.runtime;

/**
 * Bytes that the agent has saved, as {@code org.underbase:type=Exalt}. Logical counters are what the application reads and writes, physical
 * counters what reaches the disk or the network. Only compressed files and connections with frames are counted.
 */
public interface StatisticsMXBean {
    /** Object name of the bean. */
    String NAME = "org.underbase:type=Exalt";

    /** Logical bytes read from compressed files. */
    long getFileBytesRead();

    /** Physical bytes read from the disk. */
    long getPhysicalFileBytesRead();

    /** Logical bytes written to compressed files. */
    long getFileBytesWritten();

    /** Physical bytes written to the disk. */
    long getPhysicalFileBytesWritten();

    /** Number of open compressed files. */
    int getFilesOpen();

    /** Number of connections that this process opened with frames. */
    long getConnectionsFramed();

    /** Logical bytes read from connections with frames. */
    long getSocketBytesRead();

    /** Physical bytes received. */
    long getPhysicalSocketBytesRead();

    /** Logical bytes written to connections with frames. */
    long getSocketBytesWritten();

    /** Physical bytes sent. */
    long getPhysicalSocketBytesWritten();
}
