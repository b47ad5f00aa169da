package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.documented.DocumentedEvent;
import org.underbase.htfs.documented.DocumentedReader;

/** The writer conforms to docs/trace-format.md. */
class DocumentedFormatTest {
    private static final Path PAGE = Path.of("..", "docs", "trace-format.md");

    @Test
    void aReaderWrittenFromThePageReadsWhatTheModuleReads() throws Exception {
        for (long seed = 1; seed <= 100; seed++) {
            FuzzTrace trace = FuzzTrace.of(seed);
            DocumentedReader documented = DocumentedReader.read(trace.bytes());

            // The traces contain unsupported calls; the module's reader returns all of them as UNKNOWN.
            assertThat(documented.events().stream()
                            .map(event ->
                                    event.withCall(Call.ofCode(event.call()).code())))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(
                            trace.events().stream().map(DocumentedEvent::of).toList());
            assertThat(documented.ending()).isEqualTo(2);
            assertThat(documented.segment()).containsEntry("host", "host" + seed);
        }
    }

    @Test
    void thePageHasEveryCall() throws Exception {
        List<String> rows = Files.readAllLines(PAGE);

        assertThat(rows.subList(rows.indexOf("| code | call | kind |") + 2, rows.size()))
                .isEqualTo(Arrays.stream(Call.values())
                        .map(call -> "| " + call.code() + " | " + call.label() + " | " + call.kind() + " |")
                        .toList());
    }

    @Test
    void thePageHasTheLimits() throws Exception {
        assertThat(Files.readString(PAGE))
                .contains("| events of a block | " + Layout.MAX_EVENTS + " |")
                .contains("| payload of a block | " + Layout.MAX_PAYLOAD + " bytes |")
                .contains("| text of a segment's header | " + Layout.MAX_SEGMENT_HEADER + " bytes |")
                .contains("| a column, decompressed | " + Layout.MAX_COLUMN + " bytes |")
                .contains("| a name or a component of a path | " + Layout.MAX_STRING
                        + " bytes; a writer truncates names to " + Layout.MAX_NAME + " UTF-16 units |")
                .contains("| calls of a series | " + Layout.MAX_SERIES + "; a reader takes a larger number for 1 |")
                .contains("| lost calls in the header of a block, by cause | " + Layout.MAX_LOST + " |")
                .contains("| result of a call of kind READ or WRITE, except `readSeries` | " + Integer.MAX_VALUE + " |")
                .contains("| components of a path | " + Layout.MAX_COMPONENTS + " |")
                .contains("| numbers in column 15 | " + Layout.MAX_PATH_NUMBERS + " |")
                .contains("| all paths of a block together | " + Layout.MAX_CHARACTERS
                        + " UTF-16 units; a writer seals a block when all its names have " + Layout.MAX_NAMES + " |");
    }
}
