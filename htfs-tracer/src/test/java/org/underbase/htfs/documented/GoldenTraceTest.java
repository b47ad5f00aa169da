package org.underbase.htfs.documented;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;

/**
 * A trace of an earlier version must stay readable. The files golden-v1 and golden-v2 are not regenerated: if a reader fails
 * on them, either the reader is wrong or the format needs a new version.
 */
class GoldenTraceTest {
    private final Configuration conf = new Configuration(false);

    @TempDir
    Path dir;

    private ReadReport report;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theReaderReturnsTheRecordedEvents(int version) throws Exception {
        GoldenText text = text(version);

        assertThat(read(golden(version))).containsExactlyElementsOf(text.events());
        assertThat(report.corruptRangeCount()).isZero();
        assertThat(report.unclosed()).isEmpty();
        assertThat(report.drops()).isEqualTo(text.drops());
        assertThat(report.drops().total()).isEqualTo(version == 1 ? 32 : 77);
        try (SegmentReader reader = TraceFiles.open(
                conf, TraceFiles.find(conf, List.of(golden(version).toString())).get(0))) {
            assertThat(reader.segment()).contains(text.segmentHeader());
            for (GoldenText.Block block : text.blocks()) {
                BlockHeader header = reader.nextHeader().orElseThrow();
                assertThat(header.events()).isEqualTo(block.events().size());
                assertThat(header.wallNanos()).isEqualTo(GoldenText.number(block.header(), "wall"));
                assertThat(header.monoNanos()).isEqualTo(GoldenText.number(block.header(), "mono"));
                assertThat(header.sampling()).isEqualTo(GoldenText.number(block.header(), "sampling"));
                assertThat(header.drops()).isEqualTo(GoldenText.drops(block.header()));
            }
            assertThat(reader.nextHeader().orElseThrow().kind()).isEqualTo(BlockHeader.Kind.END_OF_RECORDING);
            assertThat(reader.nextHeader()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theDocumentedReaderReturnsTheSameEvents(int version) throws Exception {
        DocumentedReader reader = DocumentedReader.read(Files.readAllBytes(golden(version)));

        assertThat(reader.events()).containsExactlyElementsOf(text(version).events());
        assertThat(reader.lost())
                .isEqualTo(Arrays.stream(Drops.Cause.values())
                        .mapToLong(report(version)::events)
                        .toArray());
        assertThat(reader.ending()).isEqualTo(2);
        assertThat(reader.segment()).containsEntry("label", "regionserver-1").containsEntry("evicted.events", "123456");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theCurrentWriterWritesEqualEvents(int version) throws Exception {
        Path file = dir.resolve("today.ubtrace");
        Files.write(file, text(version).write());

        assertThat(read(file)).containsExactlyElementsOf(text(version).events());
        assertThat(report.corruptRangeCount()).isZero();
        assertThat(DocumentedReader.read(Files.readAllBytes(file)).events())
                .containsExactlyElementsOf(text(version).events());
    }

    private static Drops report(int version) throws IOException, URISyntaxException {
        return text(version).drops();
    }

    private List<DocumentedEvent> read(Path file) throws IOException {
        List<DocumentedEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(conf, List.of(file.toString()))) {
            while (reader.next()) {
                events.add(DocumentedEvent.of(reader.event()));
            }
            report = reader.report();
        }
        return events;
    }

    private static GoldenText text(int version) throws IOException, URISyntaxException {
        return GoldenText.parse(Files.readAllLines(resource("golden-v" + version + ".txt")));
    }

    private static Path golden(int version) throws URISyntaxException {
        return resource("golden-v" + version + ".ubtrace");
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(GoldenTraceTest.class.getResource(name).toURI());
    }
}
