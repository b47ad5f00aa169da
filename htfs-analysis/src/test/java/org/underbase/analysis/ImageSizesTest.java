package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.fsimage.FsImageFile;
import org.underbase.analysis.report.ResultJson;
import org.underbase.analysis.rules.SumRules;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.testing.ImageXml;
import org.underbase.htfs.imports.AuditLog;
import org.underbase.htfs.imports.TraceImport;

/** Sizes of the files of an audit log, from an fsimage. Times are seconds of one minute. */
class ImageSizesTest {
    private static final long MINUTE =
            LocalDateTime.of(2026, 1, 31, 12, 0).toInstant(ZoneOffset.UTC).toEpochMilli();

    @TempDir
    private Path dir;

    private final List<String> lines = new ArrayList<>();
    private ImageXml image;

    @BeforeEach
    void image() {
        image = new ImageXml();
    }

    @Test
    void aFileHasTheSizeOfTheImageIfItExistedThen() throws Exception {
        at(1, "create", "/kept").at(2, "create", "/deleted").at(3, "delete", "/deleted");
        at(30, "create", "/late");
        image.file("/kept", 100, at(5));

        JsonNode json = analyzed(10);

        assertThat(json.at("/fileSizes/all/files").asLong()).isEqualTo(1);
        assertThat(json.at("/fileSizes/all/p50").asLong()).isEqualTo(100);
        assertThat(json.at("/fileSizes/classes/3/class").asText()).isEqualTo("unknown");
        assertThat(json.at("/fileSizes/classes/3/files").asLong()).isEqualTo(2);
        assertThat(json.at("/fileSizes/classes/3").has("bytes"))
                .as("never zero")
                .isFalse();
        assertThat(json.at("/fileSizes/seen/unknownSize").asLong()).isEqualTo(2);
        assertThat(json.at("/lifetimes/classes/3/deleted").asLong()).isEqualTo(1);
        assertThat(json.at("/lifetimes/classes/0/created").asLong()).isEqualTo(1);
        assertThat(json.at("/fsimage/sizes").asLong()).isEqualTo(1);
    }

    @Test
    void aFileThatReplacedThatOfTheImageHasNoSize() throws Exception {
        at(1, "create", "/before").at(2, "delete", "/before").at(3, "create", "/before");
        at(1, "create", "/after").at(20, "delete", "/after").at(21, "create", "/after");
        at(2, "create", "/renamed").rename(22, "/renamed", "/over").at(23, "open", "/over");
        image.file("/before", 10, at(2)).file("/after", 20, at(2)).file("/over", 30, at(2));

        // The first two lives of /after and of /before: one has the size.
        assertThat(sizes(analyzed(10))).containsExactly(20L);
    }

    @Test
    void aChangeAfterTheImageMakesTheSizeUnknown() throws Exception {
        at(1, "create", "/appended").at(20, "append", "/appended");
        at(1, "create", "/truncated").at(20, "truncate", "/truncated");
        at(1, "create", "/appended earlier").at(2, "append", "/appended earlier");
        image.file("/appended", 10, at(2)).file("/truncated", 20, at(2)).file("/appended earlier", 30, at(5));
        image.open("/open", 40, at(3));
        at(1, "create", "/open");

        assertThat(sizes(analyzed(10))).containsExactly(30L);
    }

    @Test
    void aConcatAddsTheSizes() throws Exception {
        at(1, "create", "/target").at(1, "create", "/source").at(1, "create", "/new");
        line(20, "concat", "[/source]", "/target");
        at(21, "create", "/unknown");
        line(22, "concat", "[/unknown]", "/new");
        image.file("/target", 10, at(2)).file("/source", 5, at(2)).file("/new", 1, at(2));

        assertThat(sizes(analyzed(10))).containsExactly(5L, 15L);
    }

    @Test
    void aFileOfTheImageKeepsItsSizeAfterRenames() throws Exception {
        at(1, "mkdirs", "/made");
        rename(20, "/dir", "/moved").at(21, "open", "/moved/f");
        rename(22, "/g", "/h").rename(23, "/h", "/i").at(24, "open", "/i");
        image.file("/dir/f", 10, at(2)).file("/g", 20, at(2));

        JsonNode json = analyzed(10);

        assertThat(json.at("/fileSizes/seen/all/files").asLong()).isEqualTo(2);
        assertThat(json.at("/fileSizes/seen/all/bytes").asLong()).isEqualTo(30);
        assertThat(json.at("/fileSizes/seen/onlyRenamedOrDeleted").asLong())
                .as("the directory")
                .isZero();
        assertThat(json.at("/summary/events").asLong()).isEqualTo(6);
    }

    @Test
    void filesThatCallsOnlyRenameOrDeleteAreCounted() throws Exception {
        at(11, "delete", "/deleted")
                .rename(12, "/a", "/b")
                .at(13, "delete", "/b")
                .rename(14, "/c", "/d");
        at(15, "open", "/d")
                .at(16, "delete", "/in image")
                .rename(17, "/e", "/x")
                .at(18, "create", "/x/child");
        image.file("/in image", 10, at(2)).file("/d", 7, at(1));

        JsonNode json = analyzed(10);

        assertThat(json.at("/fileSizes/seen/onlyRenamedOrDeleted").asLong()).isEqualTo(3);
        assertThat(json.at("/fileSizes/seen/unknownSize").asLong())
                .as("/d is another file than in the image, and the child")
                .isEqualTo(2);
    }

    @Test
    void anImageFromBeforeTheLogGivesTheSizesOfEarlierFiles() throws Exception {
        at(30, "open", "/f").at(31, "create", "/g").at(32, "open", "/unknown");
        image.file("/f", 10, at(2)).file("/g", 20, at(2));

        AnalysisResult result = result(10);

        assertThat(ResultJson.of(result, Optional.empty())
                        .at("/fileSizes/seen/all/bytes")
                        .asLong())
                .isEqualTo(10);
        assertThat(ImageText.of(result).orElseThrow()).contains("sizes of 1 files", "20.0 s before the trace");
    }

    @Test
    void anImageFromAfterTheLogGivesTheSizesOfUnchangedFiles() throws Exception {
        at(1, "create", "/f")
                .at(2, "create", "/changed later")
                .at(3, "open", "/f")
                .at(9, "getfileinfo", "/x");
        image.file("/f", 10, at(4)).file("/changed later", 20, at(12));

        AnalysisResult result = result(40);

        assertThat(sizes(ResultJson.of(result, Optional.empty()))).containsExactly(10L);
        assertThat(ImageText.of(result).orElseThrow()).contains("31.0 s after the trace", "replaced");
    }

    @Test
    void theImageIsReadBeforeTheRecordsAreReleased() throws Exception {
        int files = 5000;
        for (int i = 0; i < files; i++) {
            String path = "/many/" + i;
            at(1, "create", path).at(20, "append", path);
            image.file(path, 10, at(2));
        }
        at(2, "create", "/kept").at(30, "open", "/kept");
        image.file("/kept", 7, at(3));

        JsonNode json = analyzed(10);

        assertThat(sizes(json)).containsExactly(7L);
        assertThat(json.at("/fileSizes/seen/unknownSize").asLong()).isEqualTo(files);
    }

    @Test
    void aSelectionWithoutCallsNeedsNoFilesOfTheImage() throws Exception {
        at(1, "create", "/f");
        image.file("/f", 10, at(2));

        AnalysisResult result = result(10, new Selection(at(50) * 1_000_000, Long.MAX_VALUE, Optional.empty()));

        assertThat(ImageText.of(result).orElseThrow()).endsWith("sizes of 0 files of the trace without one");
    }

    private static long at(int second) {
        return MINUTE + second * 1000L;
    }

    private ImageSizesTest at(int second, String command, String path) {
        return line(second, command, path, "null");
    }

    private ImageSizesTest rename(int second, String from, String to) {
        return line(second, "rename", from, to);
    }

    private ImageSizesTest line(int second, String command, String from, String to) {
        lines.add(String.format(
                "2026-01-31 12:00:%02d,000 INFO FSNamesystem.audit: allowed=true\tugi=u\tip=/10.0.0.1\tcmd=%s\tsrc=%s"
                        + "\tdst=%s\tperm=null",
                second, command, from, to));
        return this;
    }

    /** Returns the sizes of the files created, ascending. */
    private static List<Long> sizes(JsonNode json) {
        List<Long> sizes = new ArrayList<>();
        json.at("/fileSizes/all/cdf").forEach(point -> sizes.add(point.get(0).asLong()));
        return sizes;
    }

    private JsonNode analyzed(int second) throws IOException, InterruptedException {
        return ResultJson.of(result(second), Optional.empty());
    }

    /** Analyzes the log with the image, whose last change is at this second. */
    private AnalysisResult result(int second) throws IOException, InterruptedException {
        return result(second, Selection.ALL);
    }

    private AnalysisResult result(int second, Selection selection) throws IOException, InterruptedException {
        lines.sort(null);
        Path log = Files.write(dir.resolve("audit.log"), lines);
        Path trace = dir.resolve("trace");
        assertThat(new TraceImport(new AuditLog(ZoneOffset.UTC), true, (bytes, total, read) -> {})
                        .run(List.of(log), trace)
                        .written())
                .isTrue();
        Configuration conf = new Configuration(false);
        Path xml = image.file("/last", 1, at(second)).write(dir.resolve("fsimage.xml"), at(59));
        AnalysisResult result = Analysis.of(List.of(trace.toString()), conf)
                .with(settings -> settings.withImage(new FsImageFile(conf, xml.toString()))
                        .withSelection(selection))
                .run((done, total) -> {});
        assertThat(result.sumRules()).allMatch(SumRules.Rule::holds);
        return result;
    }
}
