package org.underbase.analysis.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.stage.Settings;
import org.underbase.htfs.format.StockClients;
import org.underbase.operator.output.DurationConverter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} about the trace that it reads. */
final class SourceOptions {
    private static final Pattern TABLE = Pattern.compile("([A-Za-z0-9_]+:)?[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private static final List<String> SITE_FILES =
            List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml");

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TracePoint.Converter.class,
            description =
                    "Analyze calls that start at or after this time: ISO-8601 in UTC such as 2026-01-31T12:00:00Z, or a"
                            + " duration from the first call of the trace such as 90s or 1h30m.")
    private TracePoint from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TracePoint.Converter.class,
            description = "Analyze calls that start before this time.")
    private TracePoint to;

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description =
                    "Analyze calls on the directories and files of this HBase table, such as messages or ns:messages;"
                            + " logs belong to no table.")
    private String table;

    @Option(
            names = "--skew",
            paramLabel = "DURATION",
            defaultValue = "2s",
            converter = DurationConverter.class,
            description =
                    "Largest expected difference between the clocks of two hosts; larger ones are reported. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Duration skew;

    @Option(
            names = "--skip-bad",
            description =
                    "Report and skip also files of a newer version of the format and files that cannot be read; without"
                            + " this they end the analysis.")
    private boolean skipBad;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = "Directory with Hadoop's site files of the cluster. Default: those on the class path.")
    private Path directory;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Setting for Hadoop; dfs.replication and dfs.blocksize apply to files whose creation is not in the"
                            + " trace.")
    private Map<String, String> settings = Map.of();

    Configuration configuration() {
        Configuration conf = new Configuration();
        if (directory != null) {
            for (String file : SITE_FILES) {
                conf.addResource(
                        new org.apache.hadoop.fs.Path(directory.resolve(file).toUri()));
            }
        }
        StockClients.use(conf);
        settings.forEach(conf::set);
        return conf;
    }

    /** Rejects invalid values. */
    void check(CommandLine line) {
        if (table != null && !TABLE.matcher(table).matches()) {
            throw new ParameterException(line, "invalid --table '" + table + "': not the name of an HBase table");
        }
        if (directory != null && !Files.isRegularFile(directory.resolve(SITE_FILES.get(0)))) {
            throw new ParameterException(line, "invalid --conf " + directory + ": it has no " + SITE_FILES.get(0));
        }
    }

    /** Whether a time is selected. */
    boolean selectsTime() {
        return from != null || to != null;
    }

    /** Selects the calls since a time. */
    Analysis apply(Analysis analysis, Instant since) {
        long first = TimeUnit.SECONDS.toNanos(since.getEpochSecond()) + since.getNano();
        return select(whole(analysis), new Selection(first, Selection.ALL.toNanos(), Optional.ofNullable(table)));
    }

    private Analysis whole(Analysis analysis) {
        return skipBad ? analysis.with(Settings::skippingBad) : analysis;
    }

    private Analysis select(Analysis whole, Selection selection) {
        return whole.with(settings -> settings.withSelection(selection).withSkew(skew.toNanos()));
    }

    Analysis apply(Analysis analysis, CommandLine line) throws IOException {
        Analysis whole = whole(analysis);
        boolean relative = (from != null && from.isRelative()) || (to != null && to.isRelative());
        OptionalLong begin = relative ? whole.begin() : OptionalLong.empty();
        long first = from == null ? Selection.ALL.fromNanos() : from.at(begin);
        long end = to == null ? Selection.ALL.toNanos() : to.at(begin);
        if (first >= end) {
            throw new ParameterException(line, "invalid --to: must be after --from");
        }
        return select(whole, new Selection(first, end, Optional.ofNullable(table)));
    }
}
