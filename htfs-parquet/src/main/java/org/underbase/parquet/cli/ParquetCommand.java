package org.underbase.parquet.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.cli.ResourceOptions;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.run.SliceSource;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.StockClients;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.parquet.export.ExportPlan;
import org.underbase.parquet.export.ParquetExport;
import org.underbase.parquet.row.RowOrder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase trace export parquet}: the tables events and files. */
@Command(
        name = "parquet",
        mixinStandardHelpOptions = true,
        description = {
            "Write the events and the files of traces as Parquet tables, events.parquet and files.parquet, for SQL.",
            "Each event has the key of its file and its activity. A file that several processes use, or that is renamed, has"
                    + " one key."
        },
        footer = {
            "",
            "docs/parquet.md describes the columns and has queries for figures of the FAST '14 paper.",
            "",
            "Examples:",
            "  underbase trace export parquet -o tables trace/",
            "  underbase trace export parquet --order time --memory 2g --tmp /data/tmp -o tables hdfs://nn:8020/traces",
            "",
            "Exit codes: 0 success (stderr lists corrupt ranges), 1 failure, 2 invalid usage."
        })
public final class ParquetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "Local directory for the tables; it is created if missing.")
    private Path output;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "Order of the events: file, and in each file by start, or time. Default: ${DEFAULT-VALUE}.")
    private RowOrder order = RowOrder.FILE;

    @Option(names = "--overwrite", description = "Replace existing tables.")
    private boolean overwrite;

    @Mixin
    private ResourceOptions resources = new ResourceOptions();

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "Setting for Hadoop.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        resources.check(spec.commandLine());
        Configuration conf = new Configuration();
        StockClients.use(conf);
        settings.forEach(conf::set);
        PrintWriter err = spec.commandLine().getErr();
        List<SliceSource> sources = new ArrayList<>();
        for (TraceSlice slice : TraceFiles.split(
                TraceFiles.find(conf, paths, line -> err.println("trace export parquet: skipped " + line)),
                SliceSource.BYTES)) {
            sources.add(new SliceSource(conf, slice, Selection.ALL, false));
        }
        ExportPlan plan = new ExportPlan(
                output, order, overwrite, resources.threads(), resources.temporary(), resources.memoryBytes());
        ParquetExport.Result result;
        try (ProgressLine progress = new ProgressLine(err, "trace export parquet")) {
            result = new ParquetExport(sources, plan, progress).run();
        }
        ReadReport report = new ReadReport();
        sources.forEach(source -> report.add(source.report()));
        report.corruptRanges().forEach(range -> err.println("corrupt: " + range));
        report.missingSegments().forEach(line -> err.println("missing: " + line));
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%s: %,d events%n", plan.events(), result.events());
        out.printf("%s: %,d files%n", plan.files(), result.files());
        out.flush();
        err.flush();
        return ExitCode.SUCCESS;
    }
}
