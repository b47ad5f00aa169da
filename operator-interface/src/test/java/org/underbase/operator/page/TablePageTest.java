package org.underbase.operator.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.JsonText;

class TablePageTest {
    private static final String EVIL = "</script><b>\"a\", 'b' & \u001b[2J\u2028@data@ $1";

    @TempDir
    private Path directory;

    private static PageTable table(String name) {
        return PageTable.of(
                        "F1",
                        "F1: " + name,
                        List.of("x", "rate", "note"),
                        1,
                        List.of(List.of(1.0, 0.25, name), List.of(2.0, Double.POSITIVE_INFINITY, "b")))
                .captioned(name)
                .from("F1")
                .with(Chart.of(Chart.Kind.LINES, 1, 2, "rate"));
    }

    @Test
    void namesCannotEndAnElementOfThePage() throws IOException {
        String page = TablePage.html(RunFacts.titled(EVIL).with(EVIL, EVIL), List.of(table(EVIL)), "S.");

        assertThat(page).doesNotContain("</script><b>").contains("<title>&lt;/script&gt;&lt;b&gt;&quot;a&quot;");
        String markup = page.replaceAll("(?s)<script[^>]*>.*?</script>", "");
        assertThat(markup).doesNotContain("<b>").doesNotContainPattern("<(script|img|iframe)[^>]*\\ssrc=");
    }

    @Test
    void tablesSurviveJson() throws IOException {
        PageTable one = table("a");
        PageTable spread = one.with(one.rows(), one.rows(), one.rows());
        for (PageTable table : List.of(one, spread)) {
            String json = JsonText.of(TableJson.of(table));
            assertThat(TableJson.parse(new ObjectMapper().readTree(json))).isEqualTo(table);
        }
    }

    @Test
    void csvFilesQuoteTextsAndHaveFullPrecision() {
        PageTable one = table("a, \"b\"\n");
        assertThat(TableCsv.of(one)).isEqualTo("x,rate,note\n1.0,0.25,\"a, \"\"b\"\"\\u000a\"\n2.0,,b\n");
        PageTable spread = table("a")
                .with(
                        List.of(List.of(1.0, 2.0, "a")),
                        List.of(List.of(1.0, 1.5, "a")),
                        List.of(List.of(1.0, 3.0, "a")));
        assertThat(TableCsv.of(spread))
                .isEqualTo(
                        """
                        x,rate,"rate, least","rate, largest",note,"note, least","note, largest"
                        1.0,2.0,1.5,3.0,a,a,a
                        """);
        assertThat(spread.text().toString()).contains("\n1  2.00 (1.50 to 3.00)");
    }

    @Test
    void inputsAreMarkedAsCalibrated() {
        CheckPoint input = CheckPoint.relative("T1", "reads", CheckPoint.Kind.INPUT, 10, 10, 0.1);
        PageTable table = CheckPointTable.of("Comparison", List.of(input));

        assertThat(table.rows().get(0)).contains("INPUT", "calibrated", 10.0);
        assertThat(table.rows().get(0).get(CheckPointTable.VALUE)).isEqualTo(10.0);
    }

    @Test
    void filesAreReplacedAndLeaveNothingElse() throws IOException {
        for (String title : List.of("First", "Second")) {
            TablePage.write(RunFacts.titled(title), List.of(table("a")), "S.", JsonText.object(), directory);
        }

        assertThat(directory.resolve("index.html")).content().contains("<h1>Second</h1>");
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(directory::relativize)
                            .map(Path::toString))
                    .containsExactlyInAnyOrder("index.html", "result.json", "figures/F1.csv");
        }
    }

    @Test
    void temporaryFilesAreDeletedUnderALockOnly() throws IOException {
        Path other = Files.writeString(directory.resolve("index.html.1234567890123456789.part"), "of a process");
        Path user = Files.writeString(directory.resolve("index.html.part"), "of a user");
        Path year = Files.writeString(directory.resolve("index.html.2026.part"), "of a user");

        OutputFile.replace(directory.resolve("index.html"), "text");
        assertThat(directory.resolve("index.html")).hasContent("text");
        assertThat(other).hasContent("of a process");
        assertThat(user).exists();

        TablePage.deleteParts(directory);
        assertThat(other).doesNotExist();
        assertThat(List.of(user, year)).allSatisfy(file -> assertThat(file).exists());
    }

    @Test
    void aFullDiskIsReportedWithTheFile() {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("/dev/full").exists();

        assertThatThrownBy(() -> OutputFile.write(full, directory.resolve("index.html"), new byte[] {1}))
                .hasMessage("cannot write " + directory.resolve("index.html") + ": No space left on device");
    }
}
