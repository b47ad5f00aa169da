package org.underbase.operator.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class OutputTest {
    private final StringWriter err = new StringWriter();
    private final AtomicLong clock = new AtomicLong();

    @ParameterizedTest
    @CsvSource({"0,0 B", "1023,1023 B", "1536,1.5 KiB", "1073741824,1.0 GiB", "9223372036854775807,8.0 EiB"})
    void sizesHaveBinaryUnits(long bytes, String text) {
        assertThat(SizeText.of(bytes)).isEqualTo(text);
        assertThat(SizeText.rate((double) bytes)).isEqualTo(text + "/s");
    }

    @ParameterizedTest
    @CsvSource({"59,59 s", "185,3 min 5 s", "7800,2 h 10 min"})
    void durationsHaveTwoUnits(long seconds, String text) {
        assertThat(DurationText.of(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"4096,4096", "64k,65536", "16M,16777216", "2gb,2147483648"})
    void sizesAreConverted(String text, long bytes) {
        assertThat(new SizeConverter().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"''", "x", "-1", "9000000t", "1.5g"})
    void invalidSizesAreRejected(String text) {
        assertThatThrownBy(() -> new SizeConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @CsvSource({"90,PT1M30S", "500ms,PT0.5S", "1h30m,PT1H30M", "1d,PT24H", "36500d,PT876000H"})
    void durationsAreConverted(String text, Duration duration) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({"''", "x", "5x", "m5", "1h x", "36501d", "999999999h"})
    void invalidDurationsAreRejected(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"36501d", "99999999999d", "1h9999999999s", "9999999999"})
    void tooLongDurationsAreRejectedAsSuch(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text))
                .hasMessage("'" + text + "' is too long: the maximum is 36500d");
    }

    @Test
    void aTableAlignsNumbersToTheRight() {
        TextTable table = new TextTable("name", "bytes").row("a", "1").row("bcdef", "1000");
        assertThat(table).hasToString("name   bytes\na          1\nbcdef   1000\n");
        assertThat(table.markdown()).isEqualTo("| name | bytes |\n| --- | ---: |\n| a | 1 |\n| bcdef | 1000 |\n");
        assertThat(table.leftAligned()).hasToString("name   bytes\na      1\nbcdef  1000\n");
        assertThatThrownBy(() -> table.row("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void controlCharactersAreEscaped() {
        assertThat(PrintableText.of("a\u001b[31m\u202eb")).isEqualTo("a\\u001b[31m\\u202eb");
        assertThat(PrintableText.shortened("abcdefgh", 6)).isEqualTo("abc...");
        assertThat(PrintableText.count(1, "file")).isEqualTo("1 file");
        assertThat(PrintableText.count(2, "file")).isEqualTo("2 files");
        assertThat(PrintableText.count(2, "process")).isEqualTo("2 processes");
    }

    @Test
    void unknownValuesAreNullInJson() {
        var node = JsonText.object();
        JsonText.put(node, "a", Optional.empty());
        JsonText.put(node, "b", OptionalLong.of(2));
        assertThat(JsonText.of(node).replaceAll("\\s", "")).isEqualTo("{\"a\":null,\"b\":2}");
    }

    @Test
    void plainProgressIsALineEveryFiveSeconds() {
        ProgressLine progress = new ProgressLine(new PrintWriter(err), "tier", false, clock::get);
        progress.update(0.1, () -> "1/10 files");
        assertThat(err.toString()).isEmpty();
        clock.set(TimeUnit.SECONDS.toNanos(5));
        progress.update(0.5, () -> "5/10 files");
        progress.update(0.6, () -> "6/10 files");
        progress.step("next");
        progress.close();
        assertThat(err.toString().lines()).containsExactly("tier: 5/10 files", "tier 0:05 next");
    }

    @Test
    void aBarIsRedrawnOnATerminal() {
        try (ProgressLine progress = new ProgressLine(new PrintWriter(err), "tier", true, clock::get)) {
            progress.update(0.5, () -> "half done");
            progress.update(0.6, () -> "too early to draw");
            progress.update(1, () -> "done");
        }
        assertThat(err.toString())
                .isEqualTo("\r[############------------] half done\r[" + "#".repeat(24) + "] done     "
                        + System.lineSeparator());
    }
}
