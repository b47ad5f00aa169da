package org.underbase.analysis.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares what a trace tells with the DataNodes' own counters. Pure functions. */
public final class CounterReconciliation {
    /** How much of what the DataNodes counted may stay unexplained. */
    public static final double TOLERANCE_PERCENT = 1;

    private CounterReconciliation() {}

    /**
     * The comparison of one cluster's trace and counters over the same time.
     *
     * @param lost events the recorder dropped or blocks that could not be read; each may hold bytes the trace lacks
     * @param blockSize the size of a block in bytes, the most that a re-replicated block can have
     */
    public static ReconciliationReport compare(Traffic traffic, DataNodeCounters counters, long lost, long blockSize) {
        if (lost < 0 || blockSize < 1) {
            throw new IllegalArgumentException("lost " + lost + " or block size " + blockSize + " is too small");
        }
        List<String> notes = new ArrayList<>();
        if (lost > 0) {
            notes.add(
                    String.format(Locale.ROOT, "The trace is incomplete: %,d events or blocks of it were lost.", lost));
        }
        if (traffic.writes().assumed() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d bytes were written to files whose creation is not in the trace; the usual replication is assumed.",
                    traffic.writes().assumed()));
        }
        return new ReconciliationReport(
                writes(traffic.writes(), counters, blockSize), reads(traffic.reads(), counters), notes);
    }

    private static ReconciliationReport.Side writes(Traffic.Writes writes, DataNodeCounters counters, long blockSize) {
        List<ReconciliationReport.Difference> differences = new ArrayList<>();
        add(differences, "replication", writes.copies(), "Each further replica is a write of its own.");
        add(
                differences,
                "resent chunks",
                writes.resent(),
                "After a sync inside a chunk of 512 bytes, the chunk is sent again from its beginning.");
        long expected = writes.expected();
        long copied =
                Math.min(counters.blocksReplicated() * blockSize, Math.max(0, counters.bytesWritten() - expected));
        if (counters.blocksReplicated() > 0) {
            differences.add(new ReconciliationReport.Difference(
                    "re-replication",
                    copied,
                    String.format(
                            Locale.ROOT,
                            "DataNodes copied %,d blocks to restore lost replicas; no client wrote those bytes.",
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
                "The client read these bytes from the local file itself, past the DataNode.");
        add(
                differences,
                "checksums",
                reads.checksums(),
                "A DataNode counts the 4 bytes of checksum of each 512 bytes.");
        add(differences, "whole chunks", reads.rounding(), "A DataNode sends whole chunks of 512 bytes.");
        add(
                differences,
                "sent, not read",
                reads.unread(),
                "A sequential read asks for the rest of the block; what the application did not take was sent all the same.");
        add(
                differences,
                "broken off",
                -reads.uncounted(),
                "A DataNode counts nothing of a transfer that the client breaks off before its end.");
        if (reads.uncertaintyLow() + reads.uncertaintyHigh() > 0) {
            differences.add(new ReconciliationReport.Difference(
                    "in doubt",
                    0,
                    String.format(
                            Locale.ROOT,
                            "It depends on sockets whether a transfer that was not read to its end was sent to its end:"
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
