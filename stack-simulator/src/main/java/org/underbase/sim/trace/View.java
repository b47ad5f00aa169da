package org.underbase.sim.trace;

/** Level at which the requests of a trace are simulated. */
public enum View {
    /** The calls of clients, as in FAST '14. */
    PAPER,
    /** The reads and writes of the DataNode's block files and checksum files. */
    DATANODE
}
