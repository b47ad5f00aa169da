package org.underbase.exalt.harness.measure;

import java.util.Locale;

/** Columns of the measurement per second. */
public enum Column {
    WRITE_MB_S("MB/s", "Written by clients, before replication"),
    READ_MB_S("MB/s", "Read by clients"),
    FILES_S("files/s", "Files or rows completed by clients"),
    NN_OPS_S("calls/s", "Calls that the NameNode answered"),
    NN_QUEUE_MS("ms", "Mean time of a call in the NameNode's queue"),
    NN_PROCESSING_MS("ms", "Mean processing time of a call in the NameNode"),
    NN_LOCK_WAIT_MS("ms", "Mean lock wait within the processing time"),
    NN_WRITE_LOCK_MS("ms", "Mean hold time of the FS write lock"),
    NN_READ_LOCK_MS("ms", "Mean hold time of the FS read lock"),
    NN_BLOCK_LOCK_MS("ms", "Mean hold time of the BM write lock, with the fine-grained lock only"),
    NN_CALL_QUEUE("calls", "Calls in the NameNode's queue"),
    NN_GC_MS_S("ms/s", "Garbage collection in the NameNode"),
    NN_HEAP_MB("MB", "Used NameNode heap"),
    LIVE_NODES("nodes", "DataNodes that the NameNode reports as live"),
    BLOCKS("blocks", "Blocks in the NameNode"),
    NN_CPU("cores", "Processors: NameNode"),
    EMULATED_CPU("cores", "Processors: emulated DataNodes"),
    REAL_CPU("cores", "Processors: real DataNodes"),
    CLIENTS_CPU("cores", "Processors: clients"),
    MACHINE_BUSY("%", "Busy processors of the machine, all processes"),
    MACHINE_IO_WAIT("%", "Processors of the machine that wait for disks"),
    MEMORY_FREE_MB("MB", "Available memory of the machine"),
    DISK_WRITE_MB_S("MB/s", "Written to disks by all processes of the run"),
    NETWORK_MB_S("MB/s", "Sent through the loopback interface by all processes; with several hosts over their links"),
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
     * Returns the name in files.
     *
     * @return name in lower case
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the unit.
     *
     * @return such as {@code MB/s}; a MB is 1,000,000 bytes
     */
    public String unit() {
        return unit;
    }

    /**
     * Describes the column.
     *
     * @return one line of text
     */
    public String words() {
        return words;
    }
}
