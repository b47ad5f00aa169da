package org.underbase.analysis.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.figure.Definitions;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.stage.StageRunner;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.analysis.testing.ImageXml;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;

/** Both jobs in the JVM of the test: the result is that of one process, byte by byte. */
class EqualResultTest {
    private static final long SEED = 17;

    @TempDir
    private Path directory;

    private final Configuration conf = new Configuration();
    private Path trace;
    private List<Path> segments;

    @BeforeEach
    void writeTrace() throws IOException {
        trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(SEED, 3, 40));
        try (Stream<Path> files = Files.list(trace)) {
            segments = files.sorted().toList();
        }
        conf.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
        conf.set(
                "mapreduce.jobtracker.staging.root.dir",
                directory.resolve("hadoop").toString());
        conf.set(JobSettings.FRAMEWORK, "local");
        // Each segment is a split.
        conf.set(SplitPlan.MAX_SIZE, "1");
        conf.set("mapreduce.job.reduces", "3");
        conf.set("dfs.replication", "2");
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(trace.toString()), conf).withUsedBytes(1L << 40);
    }

    private static AnalysisResult withJobs(Analysis analysis) throws Exception {
        return analysis.on(StageRunner.named("yarn").orElseThrow()).run(Progress.NONE);
    }

    private static void assertEqual(AnalysisResult jobs, AnalysisResult process) {
        assertThat(text(jobs)).as("seed %d", SEED).isEqualTo(text(process));
        assertThat(jobs.figures().csv())
                .as("seed %d", SEED)
                .isEqualTo(process.figures().csv());
    }

    private static String text(AnalysisResult result) {
        return ResultJson.of(result, Optional.empty()).toPrettyString();
    }

    @Test
    void theResultIsThatOfOneProcess() throws Exception {
        AnalysisResult jobs = withJobs(analysis());

        assertEqual(jobs, analysis().run(Progress.NONE));
        assertThat(jobs.figures().csv()).isNotEmpty();
        try (Stream<Path> left = Files.walk(directory.resolve("hadoop"))) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("underbase-")))
                    .as("files of the jobs")
                    .isEmpty();
        }
    }

    @Test
    void aSelectionOfATableAndATimeIsThatOfOneProcess() throws Exception {
        long begin = analysis().begin().orElseThrow();
        Analysis selected = analysis()
                .with(settings ->
                        settings.withSelection(new Selection(begin, begin + 2_000_000_000L, Optional.of("messages"))));

        AnalysisResult jobs = withJobs(selected);

        assertEqual(jobs, selected.run(Progress.NONE));
        assertThat(jobs.figures().get(Summary.class).events()).isPositive();
    }

    @Test
    void figuresThatNeedNoFilesAreThoseOfOneProcess() throws Exception {
        Analysis some =
                analysis().with(settings -> settings.only(List.of("latency")).withSkew(1));

        assertEqual(withJobs(some), some.run(Progress.NONE));
    }

    @Test
    void otherDefinitionsAreThoseOfOneProcess() throws Exception {
        Analysis defined = analysis().with(settings -> settings.withDefinitions(new Definitions(true, true)));

        AnalysisResult jobs = withJobs(defined);

        assertEqual(jobs, defined.run(Progress.NONE));
        assertThat(text(jobs)).isNotEqualTo(text(analysis().run(Progress.NONE)));
        assertThat(text(jobs)).contains("\"allReplicas\" : true", "\"systemInCore\" : true");
    }

    @Test
    void theSizesOfAnImageAreThoseOfOneProcess() throws Exception {
        long begin = analysis().begin().orElseThrow() / 1_000_000;
        Path image = new ImageXml()
                .file("/hbase/data/default/messages/unseen", 7, begin)
                .write(directory.resolve("fsimage.xml"), begin + 1000);
        Analysis sized = analysis().with(settings -> settings.withImage(new FsImageFile(conf, image.toString())));

        AnalysisResult jobs = withJobs(sized);

        assertEqual(jobs, sized.run(Progress.NONE));
        assertThat(text(jobs)).contains("\"lastChangeNanos\" : " + begin * 1_000_000);
        conf.set(JobSettings.FRAMEWORK, "yarn");
        assertThatThrownBy(() -> JobSettings.requireShared(conf, new FsImageFile(conf, image.toString())))
                .hasMessageContaining("cannot use the local fsimage " + image + " on YARN: copy it to");
    }

    @Test
    void corruptAndDeletedSegmentsAreReportedAsByOneProcess() throws Exception {
        TestTrace.corrupt(segments.get(2), SEED);
        Analysis found = analysis();
        Files.delete(segments.get(1));

        AnalysisResult jobs = withJobs(found);

        assertEqual(jobs, found.run(Progress.NONE));
        assertThat(jobs.health().corruptRanges())
                .anyMatch(range -> range.contains(segments.get(1).getFileName().toString()))
                .anyMatch(range -> range.contains(segments.get(2).getFileName().toString()));
    }

    @Test
    void aLocalTraceIsRejectedForACluster() throws IOException {
        conf.set(JobSettings.FRAMEWORK, "yarn");
        Analysis local = analysis().on(new YarnRunner());

        assertThatThrownBy(() -> local.run(Progress.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot analyze the local file " + segments.get(0))
                .hasMessageContaining("on YARN: copy the trace");
    }
}
