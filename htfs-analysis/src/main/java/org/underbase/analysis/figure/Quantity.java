package org.underbase.analysis.figure;

/** A quantity that a figure needs and that the source of an imported trace may lack. */
public enum Quantity {
    /** Bytes read and written, at any layer. */
    BYTES("bytes"),
    /** Bytes that applications moved through the file system's interface. */
    HDFS_BYTES("the bytes that applications moved"),
    /** Bytes of all replicas. */
    REPLICA_BYTES("the replicas of the bytes"),
    /** Activities, which follow from threads and paths, or from the other calls. */
    ACTIVITIES("the activities of the calls"),
    /** Threads, which also decide the parts of activities. */
    THREADS("the threads of the calls"),
    /** Sizes of files. */
    SIZES("the sizes of files"),
    /** Creations, renames and deletions of files. */
    NAMESPACE("the creation and deletion of files"),
    /** Streams and their order of reads. */
    STREAMS("the streams of the reads"),
    /** Times from call to return. */
    LATENCIES("the latencies of calls"),
    /** Calls of the NameNode. */
    METADATA("the calls of the NameNode"),
    /** Failed calls. */
    FAILURES("failed calls");

    private final String description;

    Quantity(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }
}
