package org.underbase.sim.trace;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;

/** Checks that a trace contains what a simulation needs. */
final class Completeness {
    private static final double PERCENT = 100;
    private static final String UNKNOWN_SHARE = "; the share of its missing calls is unknown";

    private Completeness() {}

    /**
     * Checks the calls.
     *
     * @param report report of the reader
     * @param survey files and processes
     * @param defects receives one line per kind of missing calls
     * @throws UnusableTraceException if no simulation is possible
     */
    static void check(ReadReport report, Survey survey, List<String> defects) throws UnusableTraceException {
        if (report.leastSampling() < BlockHeader.ALL) {
            throw new UnusableTraceException(
                    "the trace contains the calls on a sample of the files: record it with underbase.trace.sampling=1");
        }
        long bytes = sum(survey, ProcessSums::bytes);
        if (bytes == 0) {
            throw new UnusableTraceException("the trace has no reads and writes");
        }
        if (sum(survey, ProcessSums::opened) > 0 && sum(survey, ProcessSums::closed) == 0) {
            throw new UnusableTraceException("the trace has no close calls: the ends of logs are unknown");
        }
        if (report.drops().total() > 0) {
            defects.add(String.format(
                    Locale.ROOT,
                    "%,d calls, which moved %s of the bytes, were lost while recording (record with"
                            + " underbase.trace.ring.full=block)",
                    report.drops().total(),
                    share(report.drops().totalBytes(), bytes)));
        }
        long corrupt =
                report.corruptRanges().stream().mapToLong(CorruptRange::bytes).sum();
        for (CorruptRange range : report.corruptRanges()) {
            defects.add("corrupt: " + range + " (" + share(range.bytes(), report.bytes() + corrupt - range.bytes())
                    + " of the bytes of the trace)");
        }
        for (String line : report.missingSegments()) {
            defects.add("missing: " + line + UNKNOWN_SHARE);
        }
        for (String segment : report.unclosed()) {
            defects.add(segment + " has no end mark" + UNKNOWN_SHARE);
        }
    }

    /** Returns the share of bytes in all bytes. */
    private static String share(long bytes, long others) {
        return PageTable.number(PERCENT * bytes / (bytes + others)) + "%";
    }

    /** Checks that the replicas of a file are on different machines. */
    static void check(Machines machines, Survey survey, MachineUnit unit) throws UnusableTraceException {
        long replication = replication(survey);
        if (machines.count() < replication) {
            throw new UnusableTraceException(String.format(
                    Locale.ROOT,
                    "%d replicas need as many machines, but the trace has %d (%s)%s",
                    replication,
                    machines.count(),
                    String.join(", ", machines.names()),
                    unit == MachineUnit.HOST
                            ? "; --machine-unit process gives each RegionServer its own DataNode"
                            : ""));
        }
    }

    /** Returns the largest number of replicas of a file of HBase. */
    private static long replication(Survey survey) {
        return survey.files().files().stream()
                .filter(file -> file.kind().type() != FileKind.Type.OTHER)
                .mapToLong(FileFacts::replication)
                .max()
                .orElse(0);
    }

    /** Checks that there are enough machines for a layout. */
    static void check(Machines machines, Survey survey, FileLayout layout) throws UnusableTraceException {
        if (machines.count() < layout.replication()) {
            throw new UnusableTraceException(String.format(
                    Locale.ROOT,
                    "replication=%d needs as many machines, but the trace has %d (%s)",
                    layout.replication(),
                    machines.count(),
                    String.join(", ", machines.names())));
        }
        for (Tier tier : layout.isTiered() ? layout.tiers() : List.<Tier>of()) {
            if (tier.nodes() > machines.count()) {
                throw new UnusableTraceException(String.format(
                        Locale.ROOT,
                        "tier.%s.nodes=%d in the hardware file, but the trace has %d machines",
                        tier.name(),
                        tier.nodes(),
                        machines.count()));
            }
        }
        long replication = layout.replication() > 0 ? layout.replication() : replication(survey);
        long datanodes = IntStream.range(0, machines.count())
                .filter(machine -> layout.hasDatanode(machine, machines.count()))
                .count();
        if (datanodes < replication) {
            throw new UnusableTraceException(String.format(
                    Locale.ROOT,
                    "tier=%s: %d replicas need as many machines with a DataNode, but the tiers are on %d of %d: raise"
                            + " tier.NAME.nodes in the hardware file",
                    layout.placement(),
                    replication,
                    datanodes,
                    machines.count()));
        }
    }

    private static long sum(Survey survey, ToLongFunction<ProcessSums> value) {
        return survey.processes().values().stream().mapToLong(value).sum();
    }
}
