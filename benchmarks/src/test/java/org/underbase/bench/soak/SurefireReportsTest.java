package org.underbase.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from Surefire's reports. */
class SurefireReportsTest {
    @TempDir
    private Path directory;

    @Test
    void countsClassesTestsAndFailures() throws Exception {
        Files.writeString(
                directory.resolve("TEST-a.A.xml"),
                """
                <testsuite name="a.A" tests="3" errors="1" skipped="1" failures="1">
                  <testcase name="one" classname="a.A"><failure message="expected 1&#10;but was 2" type="E"/></testcase>
                  <testcase name="two" classname="a.A"><error type="java.io.IOException"/></testcase>
                  <testcase name="three" classname="a.A"><skipped/></testcase>
                </testsuite>
                """);
        Files.writeString(
                directory.resolve("TEST-a.B.xml"),
                "<testsuite name='a.B' tests='2' errors='0' skipped='0' failures='0'/>");
        Files.writeString(directory.resolve("a.B.txt"), "not a report");
        SurefireReports found = SurefireReports.read(directory);
        assertThat(found.classes()).isEqualTo(2);
        assertThat(found.tests()).isEqualTo(5);
        assertThat(found.skipped()).isEqualTo(1);
        assertThat(found.failed()).containsExactly("a.A.one: expected 1", "a.A.two: java.io.IOException");
    }

    @Test
    void anEarlierRunIsForgotten() throws Exception {
        Files.writeString(directory.resolve("TEST-a.B.xml"), "<testsuite tests='2' skipped='0'/>");
        SurefireReports.clear(directory);
        assertThat(SurefireReports.read(directory).tests()).isZero();
        assertThat(SurefireReports.read(directory.resolve("missing")).tests()).isZero();
    }

    @Test
    void aDamagedReportIsNamed() throws Exception {
        Files.writeString(directory.resolve("TEST-a.B.xml"), "<testsuite tests='2'");
        assertThatIOException()
                .isThrownBy(() -> SurefireReports.read(directory))
                .withMessageContaining("TEST-a.B.xml");
    }
}
