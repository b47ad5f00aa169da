package org.underbase.sim.study;

/** Requests whose latency is measured. */
public enum Waits {
    /** Page requests of user reads, cache hits included. */
    READS("user read"),
    /** Disk requests of logs. */
    LOGS("log"),
    /** Disk requests of flushes. */
    FLUSHES("flush"),
    /** Disk requests of compactions. */
    COMPACTIONS("compaction"),
    /** Requests for which clients wait: those of reads and, if clients wait for the disk, of logs. */
    FOREGROUND("foreground");

    private final String label;

    Waits(String label) {
        this.label = label;
    }

    /** Returns the name in tables. */
    public String label() {
        return label;
    }

    /** Returns the name in JSON. */
    public String id() {
        return label.replace(' ', '-');
    }

    boolean hasReads() {
        return this == READS || this == FOREGROUND;
    }
}
