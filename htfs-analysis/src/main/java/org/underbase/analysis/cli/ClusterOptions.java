package org.underbase.analysis.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.layers.SimulatedDisks;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine.Option;

/** Options of {@code analyze} with facts of the traced cluster that are not in the trace. */
final class ClusterOptions {
    @Option(
            names = "--counters",
            paramLabel = "FILE",
            description = "Counters of the DataNodes, to reconcile the trace with; see below.")
    private Path counters;

    @Option(
            names = "--used",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Bytes used on the disks of the traced DataNodes (DfsUsed), such as 120t, for the share of data that"
                            + " no call touched.")
    private Long used;

    @Option(
            names = "--simulated",
            paramLabel = "FILE",
            description = "JSON of a simulator with the bytes of the disks below the page cache; see below.")
    private Path simulated;

    @Option(
            names = "--fsimage",
            paramLabel = "FILE",
            description =
                    "Fsimage of the traced NameNode in XML (hdfs oiv -p XML), for the sizes of files in an imported audit"
                            + " log. Files that are not in it have no size.")
    private String image;

    /** Whether an fsimage is given. */
    boolean hasImage() {
        return image != null;
    }

    /** Reads the result of the simulator, if given. */
    Optional<SimulatedDisks> simulated() throws IOException {
        return simulated == null ? Optional.empty() : Optional.of(SimulatedDisks.read(simulated));
    }

    /** Reads the counters of the DataNodes, if given. */
    Optional<DataNodeCounters> counters() throws IOException {
        return counters == null ? Optional.empty() : Optional.of(DataNodeCounters.read(counters));
    }

    Analysis apply(Analysis analysis, Configuration conf) {
        Analysis sized =
                image == null ? analysis : analysis.with(settings -> settings.withImage(new FsImageFile(conf, image)));
        return used == null ? sized : sized.withUsedBytes(used);
    }
}
