package org.underbase.sim.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.MD5Hash;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.run.SliceSource;
import org.underbase.htfs.format.OrderedReader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.RequestListener;

/** Recorded trace as input of a simulation of one of its machines. */
public final class TraceInput {
    private final Configuration conf;
    private final List<TraceSlice> segments;
    private final Survey survey;
    private final Machines machines;
    private final List<String> defects;
    private Optional<BlockListing> listing = Optional.empty();

    private TraceInput(
            Configuration conf, List<TraceSlice> segments, Survey survey, Machines machines, List<String> defects) {
        this.conf = conf;
        this.segments = segments;
        this.survey = survey;
        this.machines = machines;
        this.defects = List.copyOf(defects);
    }

    /**
     * Reads the files and processes of a trace.
     *
     * @param conf Hadoop's configuration; replication and block size apply to files whose creation is not in the trace
     * @param paths files, directories or globs
     * @param unit unit that is simulated as a machine
     * @param isIncompleteAllowed whether a trace that lacks calls is input nevertheless
     * @param progress receives the progress
     * @throws UnusableTraceException if the trace lacks what a simulation needs
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static TraceInput open(
            Configuration conf, List<String> paths, MachineUnit unit, boolean isIncompleteAllowed, Progress progress)
            throws IOException, InterruptedException {
        List<String> defects = new ArrayList<>();
        List<TraceSlice> segments = TraceFiles.find(conf, paths, line -> defects.add("skipped " + line));
        List<SliceSource> sources = TraceFiles.split(segments, SliceSource.BYTES).stream()
                .map(slice -> new SliceSource(conf, slice, Selection.ALL, false))
                .toList();
        Survey survey = InProcessRunner.onAllCores().run(Survey.operator(), sources, progress);
        ReadReport report = new ReadReport();
        sources.forEach(source -> report.add(source.report()));
        Completeness.check(report, survey, defects);
        if (!defects.isEmpty() && !isIncompleteAllowed) {
            throw new UnusableTraceException("the trace is incomplete: " + defects.get(0)
                    + (defects.size() > 1 ? ", and " + (defects.size() - 1) + " more" : "")
                    + "; --incomplete simulates the recorded calls");
        }
        Machines machines = Machines.of(survey, unit);
        Completeness.check(machines, survey, unit);
        return new TraceInput(conf, segments, survey, machines, defects);
    }

    /**
     * Places the blocks that a listing contains on its machines.
     *
     * @param file output of {@code hdfs fsck / -files -blocks -locations}
     * @throws IOException if it cannot be read, or names no DataNode of a machine
     */
    public void place(Path file) throws IOException {
        listing = Optional.of(BlockListing.read(file, machines.names()));
    }

    /** Returns one line per defect of the trace. */
    public List<String> defects() {
        return defects;
    }

    /** Returns a digest of the names, sizes and times of the segments. */
    public String identity() throws IOException {
        StringBuilder text = new StringBuilder();
        for (TraceSlice segment : segments) {
            text.append(segment)
                    .append(' ')
                    .append(TraceFiles.modified(conf, segment))
                    .append('\n');
        }
        return MD5Hash.digest(text.toString()).toString();
    }

    /** Returns the names of the machines, in the order of the ring. */
    public List<String> machines() {
        return machines.names();
    }

    /** Returns the machine with the median number of bytes. */
    public int median() {
        return machines.median();
    }

    /** Returns the bytes that the processes of a machine read. */
    public long read(int machine) {
        return machines.read(machine);
    }

    /** Returns the time between the first and the last call, in nanoseconds. */
    public long nanos() {
        return survey.files().lastNanos() - survey.files().firstNanos();
    }

    /**
     * Checks that there are enough machines for a layout.
     *
     * @param layout how HDFS stores the files
     * @throws UnusableTraceException if the trace has fewer machines than the layout requires
     */
    public void check(FileLayout layout) throws UnusableTraceException {
        Completeness.check(machines, survey, layout);
    }

    /**
     * Compiles the requests of one machine.
     *
     * @param machine number of the machine
     * @param view level of the requests
     * @param listener receives the requests, in the order of time from 0
     * @param progress receives the number of read events
     * @throws IOException if the trace cannot be read
     */
    public CompileReport compile(int machine, View view, RequestListener listener, LongConsumer progress)
            throws IOException {
        return compile(machine, view, FileLayout.TRACED, listener, progress);
    }

    /**
     * Compiles the requests of one machine.
     *
     * @param machine number of the machine
     * @param view level of the requests
     * @param layout how HDFS stores the files
     * @param listener receives the requests, in the order of time from 0
     * @param progress receives the number of read events
     * @throws IOException if the trace cannot be read, or has fewer machines than the layout requires
     */
    public CompileReport compile(
            int machine, View view, FileLayout layout, RequestListener listener, LongConsumer progress)
            throws IOException {
        check(layout);
        BlockPlacement ring = new RingPlacement(machines.count());
        BlockPlacement untiered = listing.<BlockPlacement>map(known -> new ListedPlacement(known, ring))
                .orElse(ring);
        BlockPlacement placement = layout.isTiered() ? new TierPlacement(machines.count(), layout) : untiered;
        Cluster cluster = new Cluster(machine, view, Assumptions.of(conf), layout, placement);
        try (TraceEvents events = OrderedReader.open(conf, segments)) {
            return new TraceCompiler(survey.files(), machines, cluster, listener).compile(events, progress);
        }
    }
}
