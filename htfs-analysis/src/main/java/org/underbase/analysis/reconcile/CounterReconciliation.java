package org.underbase.analysis.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reconciliation of the bytes in a trace with the DataNodes' counters. Pure functions. */
public final class CounterReconciliation {
    /** Maximum unexplained part of the counted bytes, in percent. */
    public static final double TOLERANCE_PERCENT = 1;

    private CounterReconciliation() {}

    /**
     * Compares the trace and the counters of one cluster over the same time.
     *
     * @param traffic bytes expected from the trace
     * @param counters increase of the counters
     * @param lost number of dropped events and unreadable blocks, whose bytes are missing in the trace
     * @param blockSize block size in bytes, the maximum size of a re-replicated block
     * @return the comparison
     */
    public static ReconciliationReport compare(Traffic traffic, DataNodeCounters counters, long lost, long blockSize) {
        if (lost < 0 || blockSize < 1) {
            throw new IllegalArgumentException("lost " + lost + " or block size " + blockSize + " is too small");
        }
        List<String> notes = new ArrayList<>();
        if (lost > 0) {
            notes.add(String.format(Locale.ROOT, "The trace is incomplete: %,d events or blocks are missing.", lost));
        }
        if (traffic.writes().assumed() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d bytes were written to files whose replication or erasure-coding policy is not in the trace; the"
                            + " default replication or RS-6-3-1024k is assumed.",
                    traffic.writes().assumed()));
        }
        return new ReconciliationReport(
                writes(traffic.writes(), counters, blockSize), reads(traffic.reads(), counters), notes);
    }

    private static ReconciliationReport.Side writes(Traffic.Writes writes, DataNodeCounters counters, long blockSize) {
        List<ReconciliationReport.Difference> differences = new ArrayList<>();
        add(differences, "replication", writes.copies(), "A DataNode counts the write of each further replica.");
        add(
                differences,
                "resent chunks",
                writes.resent(),
                "After a sync inside a chunk of 512 bytes, the client sends the chunk again from its beginning.");
        long expected = writes.expected();
        long copied =
                Math.min(counters.blocksReplicated() * blockSize, Math.max(0, counters.bytesWritten() - expected));
        if (counters.blocksReplicated() > 0) {
            differences.add(new ReconciliationReport.Difference(
                    "re-replication",
                    copied,
                    String.format(
                            Locale.ROOT,
                            "DataNodes copied %,d blocks to restore lost replicas; no client wrote these bytes.",
                            counters.blocksReplicated())));
        }
        return new ReconciliationReport.Side(
                writes.traced(), differences, expected + copied, 0, 0, counters.bytesWritten());
    }

    private static ReconciliationReport.Side reads(Traffic.Reads reads, DataNodeCounters counters) {
        List<ReconciliationReport.Difference> differences = new ArrayList<>();
        add(
                differences,
                "short-circuit",
                -reads.shortCircuit(),
                "The client read these bytes directly from the local file, without the DataNode.");
        add(differences, "checksums", reads.checksums(), "A DataNode counts 4 bytes of checksum per 512 bytes.");
        add(differences, "whole chunks", reads.rounding(), "A DataNode sends whole chunks of 512 bytes.");
        add(
                differences,
                "sent, not read",
                reads.unread(),
                "A sequential read requests the rest of the block; the DataNode sent bytes that the application did not read.");
        add(
                differences,
                "interrupted",
                -reads.uncounted(),
                "A DataNode counts no bytes of a transfer that the client interrupts before its end.");
        if (reads.uncertaintyLow() + reads.uncertaintyHigh() > 0) {
            differences.add(new ReconciliationReport.Difference(
                    "uncertain",
                    0,
                    String.format(
                            Locale.ROOT,
                            "Socket buffers determine whether a transfer that was not read to its end was sent to its end:"
                                    + " the DataNodes may have counted %,d bytes less or %,d more.",
                            reads.uncertaintyLow(),
                            reads.uncertaintyHigh())));
        }
        return new ReconciliationReport.Side(
                reads.traced(),
                differences,
                reads.expected(),
                reads.uncertaintyLow(),
                reads.uncertaintyHigh(),
                counters.bytesRead());
    }

    private static void add(List<ReconciliationReport.Difference> differences, String name, long bytes, String reason) {
        if (bytes != 0) {
            differences.add(new ReconciliationReport.Difference(name, bytes, reason));
        }
    }
}
