package org.underbase.bench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.heat.Heat;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.bench.analysis.trace.TraceShape;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.ProgressLine;

class GeneratedTraceTest {
    private static final TraceShape SHAPE = new TraceShape(40_000, 2, 2, 200);

    @TempDir
    private Path directory;

    private long write(String name, long seed) throws IOException {
        return SHAPE.write(
                directory.resolve(name), seed, new ProgressLine(new PrintWriter(new StringWriter()), "generate"));
    }

    private Map<String, byte[]> segments(String name) throws IOException {
        Map<String, byte[]> segments = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            for (Path file : files.toList()) {
                segments.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return segments;
    }

    @Test
    void theSeedDeterminesTheTrace() throws IOException {
        write("first", 7);
        write("second", 7);
        write("other", 8);
        assertThat(segments("second")).hasSize(4).usingRecursiveComparison().isEqualTo(segments("first"));
        assertThat(segments("other")).usingRecursiveComparison().isNotEqualTo(segments("first"));
    }

    @Test
    void theTraceContainsAllActivitiesAndReuse() throws IOException, InterruptedException {
        long events = write("trace", 1);
        AnalysisResult result = Analysis.of(List.of(directory.resolve("trace").toString()), new Configuration(false))
                .run(Progress.NONE);
        assertThat(result.figures().get(Summary.class).events()).isEqualTo(events);
        assertThat(result.sumRules()).allMatch(rule -> rule.holds());
        Layers layers = result.figures().get(Layers.class);
        for (Activity activity : List.of(Activity.LOGGING, Activity.FLUSH, Activity.COMPACTION)) {
            assertThat(layers.of(activity).written()).as(activity.label()).isPositive();
        }
        assertThat(layers.of(Activity.READ).read()).isPositive();
        assertThat(layers.of(Activity.OTHER).read()).isZero();
        assertThat(layers.assumedBytes()).isZero();
        Heat heat = result.figures().get(Heat.class);
        assertThat(heat.all()).filteredOn(each -> each.bytes() > 0).hasSizeGreaterThan(3);
    }
}
