package org.underbase.sim.cli;

import java.util.List;
import java.util.Map;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.trace.MachineUnit;
import org.underbase.sim.trace.View;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Options of a simulation of a trace. */
final class TraceOptions {
    private static final String PAPER = "paper";
    private static final int LARGEST_SCALE = 1 << 16;

    @Parameters(
            paramLabel = "TRACE",
            arity = "0..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths = List.of();

    @Option(
            names = "--hardware",
            paramLabel = "NAME",
            description =
                    "Disks and prices, required with a trace. paper: those of FAST '14, 100 MB/s, 10 ms, Table 3.")
    private String hardware;

    @Option(
            names = "--view",
            paramLabel = "VIEW",
            description = "paper: requests are the calls of clients. datanode: whole chunks, the bytes that are sent ahead of"
                    + " sequential reads, packets, repeated chunks after syncs, and checksums. Default: ${DEFAULT-VALUE}.")
    private View view = View.PAPER;

    @Option(
            names = "--machine-unit",
            paramLabel = "UNIT",
            description = "Unit with a DataNode, host or process. process: each RegionServer of one host has its own."
                    + " Default: ${DEFAULT-VALUE}.")
    private MachineUnit unit = MachineUnit.HOST;

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description =
                    "Simulated machine. Default: the one whose processes read and write the median number of bytes.")
    private String machine;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description = "Divide the sizes of all caches by this power of two, for a trace of few bytes."
                    + " Default: ${DEFAULT-VALUE}.")
    private int scale = 1;

    @Option(
            names = "--incomplete",
            description = "Simulate the recorded calls of a trace that lacks others, instead of rejecting it.")
    private boolean incomplete;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Setting for Hadoop. dfs.replication and dfs.blocksize apply to files whose creation is not in"
                            + " the trace.")
    private Map<String, String> settings = Map.of();

    boolean isGiven() {
        return !paths.isEmpty();
    }

    /** Rejects invalid values. */
    void check(CommandLine line) {
        if (hardware == null) {
            throw new ParameterException(
                    line, "missing --hardware: a trace does not contain disks and prices; paper has those of FAST '14");
        }
        if (!hardware.equals(PAPER)) {
            throw new ParameterException(line, "invalid --hardware " + hardware + ": must be paper");
        }
        if (scale < 1 || scale > LARGEST_SCALE || Integer.bitCount(scale) != 1) {
            throw new ParameterException(
                    line, "invalid --scale " + scale + ": must be a power of two, at most " + LARGEST_SCALE);
        }
    }

    List<String> paths() {
        return paths;
    }

    PaperDisk disk() {
        return PaperDisk.DEFAULT;
    }

    View view() {
        return view;
    }

    MachineUnit unit() {
        return unit;
    }

    /** Returns the number of the simulated machine. */
    int machine(CommandLine line, List<String> names, int median) {
        int number = machine == null ? median : names.indexOf(machine);
        if (number < 0) {
            throw new ParameterException(
                    line, "invalid --machine " + machine + ": the trace has " + String.join(", ", names));
        }
        return number;
    }

    int scale() {
        return scale;
    }

    boolean isIncompleteAllowed() {
        return incomplete;
    }

    Map<String, String> settings() {
        return settings;
    }
}
