package org.underbase.htfs.documented;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.SegmentReader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;

/**
 * A trace of version 1 must stay readable. The files golden-v1.ubtrace and golden-v1.txt are not regenerated: if a reader
 * fails on them, either the reader is wrong or the format needs a new version.
 */
class GoldenTraceTest {
    private final Configuration conf = new Configuration(false);

    @TempDir
    Path dir;

    private ReadReport report;

    @Test
    void theReaderReturnsTheRecordedEvents() throws Exception {
        GoldenText text = text();

        assertThat(read(golden())).containsExactlyElementsOf(text.events());
        assertThat(report.corruptRangeCount()).isZero();
        assertThat(report.unclosed()).isEmpty();
        assertThat(report.drops()).isEqualTo(GoldenText.drops(18, 2, 12));
        try (SegmentReader reader = TraceFiles.open(
                conf, TraceFiles.find(conf, List.of(golden().toString())).get(0))) {
            assertThat(reader.segment())
                    .contains(new SegmentHeader(
                            "n1.example.com",
                            4711,
                            1767225600000L,
                            3,
                            1767225700123456789L,
                            987654321L,
                            "hbase",
                            "regionserver-1",
                            "3.4.3",
                            "",
                            2,
                            123456));
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

    @Test
    void theDocumentedReaderReturnsTheSameEvents() throws Exception {
        DocumentedReader reader = DocumentedReader.read(Files.readAllBytes(golden()));

        assertThat(reader.events()).containsExactlyElementsOf(text().events());
        assertThat(reader.lost()).containsExactly(18, 2, 12);
        assertThat(reader.ending()).isEqualTo(2);
        assertThat(reader.segment()).containsEntry("label", "regionserver-1").containsEntry("evicted.events", "123456");
    }

    @Test
    void theCurrentWriterWritesEqualEvents() throws Exception {
        Path file = dir.resolve("today.ubtrace");
        Files.write(file, text().write());

        assertThat(read(file)).containsExactlyElementsOf(text().events());
        assertThat(report.corruptRangeCount()).isZero();
        assertThat(DocumentedReader.read(Files.readAllBytes(file)).events()).containsExactlyElementsOf(text().events());
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

    private static GoldenText text() throws IOException, URISyntaxException {
        return GoldenText.parse(Files.readAllLines(resource("golden-v1.txt")));
    }

    private static Path golden() throws URISyntaxException {
        return resource("golden-v1.ubtrace");
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(GoldenTraceTest.class.getResource(name).toURI());
    }
}
