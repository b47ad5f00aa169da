package org.underbase.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.upstream.SurefireReports.Status;
import org.underbase.testbed.report.SoakResult;

/** Tests of reading and comparing Surefire's reports. */
class SurefireReportsTest {
    @TempDir
    private Path directory;

    @Test
    void readReturnsTheOutcomeOfEachTest() throws Exception {
        write(
                "a.A",
                """
                <testcase name="one" classname="a.A"><failure message="&#10;expected 1&#10;but was 2" type="E"/></testcase>
                <testcase name="two" classname="a.A"><error type="java.io.IOException"/></testcase>
                <testcase name="three" classname="a.A"><skipped message="no KMS"/></testcase>
                """);
        write("a.B", "<testcase name='one' classname='a.B'/><testcase name='one' classname='a.B'/>");
        Files.writeString(directory.resolve("a.B.txt"), "not a report");
        SurefireReports found = SurefireReports.read(directory);
        assertThat(found.types()).containsExactly("a.A", "a.B");
        assertThat(found.count(Status.PASSED)).isEqualTo(2);
        assertThat(found.count("a.A", Status.FAILED)).isEqualTo(2);
        assertThat(found.count("a.A", Status.SKIPPED)).isEqualTo(1);
        assertThat(found.tests().get(new SurefireReports.Test("a.A", "one")).message())
                .isEqualTo("expected 1");
        assertThat(found.tests().get(new SurefireReports.Test("a.A", "two")).message())
                .isEqualTo("java.io.IOException");
    }

    @Test
    void testThatFailsOnlyWithTheFeatureFailsTheSoak() throws Exception {
        String fails = "<testcase name='one' classname='a.A'><failure message='no' type='E'/></testcase>";
        String passes = "<testcase name='one' classname='a.A'/>";
        String flaky = "<testcase name='two' classname='a.A'><error message='late' type='E'/></testcase>";

        assertThat(compare(fails, passes))
                .returns(false, SoakResult::passed)
                .extracting(SoakResult::detail)
                .asString()
                .contains("failed on traced only: A.one: no");
        assertThat(compare(fails, fails))
                .returns(true, SoakResult::passed)
                .extracting(SoakResult::detail)
                .asString()
                .contains("failed on traced and stock: A.one: no")
                .containsPattern("A +0 / 1 / 0 +0 / 1 / 0");
        assertThat(compare(passes, passes + flaky))
                .returns(true, SoakResult::passed)
                .extracting(SoakResult::detail)
                .asString()
                .contains("failed on stock only: A.two: late")
                .contains("run on stock only: A.two");
        assertThat(compare("", passes)).returns(false, SoakResult::passed);
    }

    @Test
    void clearRemovesTheReportsOfAnEarlierRun() throws Exception {
        write("a.B", "<testcase name='one' classname='a.B'/>");
        SurefireReports.clear(directory);
        assertThat(SurefireReports.read(directory).tests()).isEmpty();
        assertThat(SurefireReports.read(directory.resolve("missing")).tests()).isEmpty();
    }

    @Test
    void malformedReportIsRejectedByName() throws Exception {
        Files.writeString(directory.resolve("TEST-a.B.xml"), "<testsuite tests='2'");
        assertThatIOException()
                .isThrownBy(() -> SurefireReports.read(directory))
                .withMessageContaining("TEST-a.B.xml");
    }

    private SoakResult compare(String traced, String stock) throws Exception {
        write("a.A", traced);
        SurefireReports first = SurefireReports.read(directory);
        write("a.A", stock);
        return new SuiteComparison(Map.of("traced", first), SurefireReports.read(directory)).result("");
    }

    private void write(String type, String cases) throws Exception {
        Files.writeString(directory.resolve("TEST-" + type + ".xml"), "<testsuite>" + cases + "</testsuite>");
    }
}
