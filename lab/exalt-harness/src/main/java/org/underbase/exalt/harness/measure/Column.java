package org.underbase.exalt.harness.measure;

import java.util.Locale;

/** What is measured each second. */
public enum Column {
    WRITE_MB_S("MB/s", "Written by clients, before replication"),
    READ_MB_S("MB/s", "Read by clients"),
    FILES_S("files/s", "Files or rows done by clients"),
    NN_OPS_S("calls/s", "Calls the NameNode answered"),
    NN_QUEUE_MS("ms", "Mean time of a call in the NameNode's queue"),
    NN_PROCESSING_MS("ms", "Mean time in which the NameNode worked on a call"),
    NN_LOCK_WAIT_MS("ms", "Mean time of it that it waited for locks"),
    NN_WRITE_LOCK_MS("ms", "Mean time that the namesystem's write lock was held"),
    NN_READ_LOCK_MS("ms", "Mean time that the namesystem's read lock was held"),
    NN_BLOCK_LOCK_MS("ms", "Mean time that the write lock of blocks was held, where they have one of their own"),
    NN_CALL_QUEUE("calls", "Calls in the NameNode's queue"),
    NN_GC_MS_S("ms/s", "Collection of garbage in the NameNode"),
    NN_HEAP_MB("MB", "Heap in use in the NameNode"),
    LIVE_NODES("nodes", "DataNodes that are live in the NameNode's eyes"),
    BLOCKS("blocks", "Blocks that the NameNode knows"),
    NN_CPU("cores", "Processors: NameNode"),
    EMULATED_CPU("cores", "Processors: emulated DataNodes"),
    REAL_CPU("cores", "Processors: real DataNodes"),
    CLIENTS_CPU("cores", "Processors: clients"),
    MACHINE_BUSY("%", "Processors of the machine that were busy, by whomever"),
    MACHINE_IO_WAIT("%", "Processors of the machine that waited for disks"),
    MEMORY_FREE_MB("MB", "Memory of the machine that could be had"),
    DISK_WRITE_MB_S("MB/s", "Written to disks by all processes of the run"),
    NETWORK_MB_S("MB/s", "Sent through the loopback interface, by whomever; with several hosts over their links"),
    REGIONSERVERS_CPU("cores", "Processors: emulated RegionServers"),
    HBASE_CPU("cores", "Processors: Master and ZooKeeper"),
    MEMSTORES_MB("MB", "Data in HBase's memstores"),
    STORE_FILES("files", "Store files of HBase"),
    WAL_MB_S("MB/s", "Appended to HBase's write-ahead logs");

    private final String unit;
    private final String words;

    Column(String unit, String words) {
        this.unit = unit;
        this.words = words;
    }

    /**
     * Its name in files.
     *
     * @return lower case
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The unit of its values.
     *
     * @return such as {@code MB/s}; a MB is 1,000,000 bytes
     */
    public String unit() {
        return unit;
    }

    /**
     * What it is.
     *
     * @return one line
     */
    public String words() {
        return words;
    }
}
