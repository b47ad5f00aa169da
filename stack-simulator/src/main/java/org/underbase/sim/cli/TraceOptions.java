package org.underbase.sim.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.trace.MachineUnit;
import org.underbase.sim.trace.View;
import org.underbase.sim.whatif.Change;
import org.underbase.sim.whatif.ClusterSettings;
import org.underbase.sim.whatif.Goal;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Options of a simulation of a trace. */
final class TraceOptions {
    private static final int LARGEST_SCALE = 1 << 16;
    private static final String ALL = "all";

    @Parameters(
            paramLabel = "TRACE",
            arity = "0..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths = List.of();

    @Option(
            names = "--hardware",
            paramLabel = "FILE",
            description = "Description of the machine, required with a trace. paper: that of FAST '14, 30 GB of RAM,"
                    + " 15 disks of 100 MB/s and 10 ms.")
    private String hardware;

    @Option(
            names = "--what-if",
            paramLabel = "FEATURES",
            description =
                    "Compare the machine with one that has these features, separated by commas: flash=SIZE[:promote|keep],"
                            + " localcompact, combinedlog, hsync, wal-compression=FACTOR, no-write-allocate, replication=N,"
                            + " block=SIZE, tier=POLICY, tier=TIER=N,TIER=N..., retrieval=POLICY, ram=SIZE, disks=[TIER:]N,"
                            + " seek=[TIER:]TIME, bandwidth=[TIER:]SIZE per second. POLICY: network-aware, tier-aware, hybrid or random. keep requires"
                            + " --view paper, no-write-allocate --view datanode. May be repeated.")
    private List<String> whatIfs = List.of();

    @Option(
            names = "--conf",
            paramLabel = "CONF_DIR",
            description =
                    "Directory with hdfs-site.xml and hbase-site.xml: the features of the cluster are a part of the"
                            + " baseline. Default: a cluster without features.")
    private Path conf;

    @Option(
            names = "--placement",
            paramLabel = "FILE",
            description =
                    "Output of hdfs fsck / -files -blocks -locations: machines of the blocks that it contains. Other"
                            + " blocks are placed in a ring. Requires --machine-unit host.")
    private Path placement;

    @Option(
            names = "--goal",
            paramLabel = "GOAL",
            description = "Recommend only alternatives with a lower latency: mean, p50 or p99 of read, log, flush,"
                    + " compaction or foreground, as in read-p99<20ms.")
    private String goal;

    @Option(
            names = "--view",
            paramLabel = "VIEW",
            description =
                    "paper: requests are the calls of clients, and caches are those of FAST '14. datanode: whole chunks, the"
                            + " bytes that are sent ahead of sequential reads, packets, repeated chunks after syncs, and"
                            + " checksums; the page cache of --what-if is Linux's. Default: ${DEFAULT-VALUE}.")
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
                    "Simulated machine, or all; may be repeated. Default: the machine whose processes read and write the"
                            + " median number of bytes.")
    private List<String> machines = List.of();

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
                    line, "missing --hardware: a trace does not contain disks and memory; paper has those of FAST '14");
        }
        if (scale < 1 || scale > LARGEST_SCALE || Integer.bitCount(scale) != 1) {
            throw new ParameterException(
                    line, "invalid --scale " + scale + ": must be a power of two, at most " + LARGEST_SCALE);
        }
        if (scale > 1 && !whatIfs.isEmpty()) {
            throw new ParameterException(line, "--what-if has no --scale: disks cannot be scaled");
        }
        if (conf != null && whatIfs.isEmpty()) {
            throw new ParameterException(line, "--conf needs --what-if");
        }
        if (placement != null && unit != MachineUnit.HOST) {
            throw new ParameterException(line, "--placement needs --machine-unit host: a listing contains hosts");
        }
        if (goal != null && whatIfs.isEmpty()) {
            throw new ParameterException(line, "--goal needs --what-if");
        }
    }

    List<String> paths() {
        return paths;
    }

    String hardware() {
        return hardware;
    }

    /** Returns the number of alternatives to the machine. */
    int comparisons() {
        return whatIfs.size();
    }

    /** Reads the settings of the cluster into a configuration; empty without a directory. */
    Optional<ClusterSettings> cluster(Configuration settingsOfHadoop) throws IOException {
        return conf == null ? Optional.empty() : Optional.of(ClusterSettings.read(conf, settingsOfHadoop));
    }

    Optional<Path> placement() {
        return Optional.ofNullable(placement);
    }

    /**
     * Returns the baseline, the alternatives and, if they change different properties, all of them together.
     *
     * @throws ParameterException if a feature is invalid
     */
    List<Alternative> alternatives(CommandLine line, Alternative machine, Optional<ClusterSettings> cluster) {
        Alternative baseline = cluster.map(
                        settingsOfCluster -> valid(line, "--conf " + conf, () -> settingsOfCluster.baseline(machine)))
                .orElse(machine);
        List<Alternative> all = new ArrayList<>(List.of(baseline));
        for (String name : whatIfs) {
            Alternative added = valid(line, "--what-if " + name, () -> {
                cluster.ifPresent(settingsOfCluster -> settingsOfCluster.check(name));
                return Change.apply(baseline, name);
            });
            for (Alternative other : all.subList(1, all.size())) {
                if (other.named(name).equals(added)) {
                    throw new ParameterException(
                            line,
                            "two --what-if are equal: " + other.name() + " and " + name
                                    + "; give each alternative once");
                }
            }
            all.add(added);
        }
        combination(baseline).ifPresent(all::add);
        return all;
    }

    private static <T> T valid(CommandLine line, String option, Supplier<T> parsed) {
        try {
            return parsed.get();
        } catch (IllegalArgumentException | TypeConversionException e) {
            throw new ParameterException(line, "invalid " + option + ": " + e.getMessage(), e);
        }
    }

    /** Returns all alternatives together if they change different properties and can be combined. */
    private Optional<Alternative> combination(Alternative baseline) {
        if (whatIfs.size() < 2) {
            return Optional.empty();
        }
        try {
            return Optional.of(Change.apply(baseline, String.join(",", whatIfs)));
        } catch (IllegalArgumentException e) {
            // Each alternative is valid: their combination is not simulated.
            return Optional.empty();
        }
    }

    /** Returns the goal. */
    Goal goal(CommandLine line) {
        return goal == null ? Goal.NONE : valid(line, "--goal " + goal, () -> Goal.parse(goal));
    }

    View view() {
        return view;
    }

    MachineUnit unit() {
        return unit;
    }

    /** Returns the numbers of the simulated machines; of all machines, that with the median number of bytes first. */
    List<Integer> machines(CommandLine line, List<String> names, int median) {
        if (machines.isEmpty()) {
            return List.of(median);
        }
        Set<Integer> numbers = new LinkedHashSet<>();
        for (String machine : machines) {
            if (machine.equals(ALL)) {
                numbers.add(median);
                IntStream.range(0, names.size()).forEach(numbers::add);
            } else if (names.contains(machine)) {
                numbers.add(names.indexOf(machine));
            } else {
                throw new ParameterException(
                        line, "invalid --machine " + machine + ": the trace has " + String.join(", ", names));
            }
        }
        return List.copyOf(numbers);
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
