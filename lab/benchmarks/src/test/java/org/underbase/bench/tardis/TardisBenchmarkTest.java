package org.underbase.bench.tardis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import picocli.CommandLine;

/** The whole of it, in short. */
@Tag("cluster")
class TardisBenchmarkTest {
    private static final Pattern LAST_LINE = Pattern.compile("bench tardis: gzip_ratio=(\\d+) zeros_ratio=(\\d+)"
            + " zeros_simd_ratio=(\\d+) verify_us_per_mb=\\d+\\.\\d expand_us_per_mb=\\d+\\.\\d\\R$");

    @Test
    void sequencesAreCompressedFasterThanAnythingElse() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("tardis", "--quick", "--runs", "1");
        assertThat(exit).as(err.toString()).isZero();
        Matcher last = LAST_LINE.matcher(out.toString());
        assertThat(last.find()).as(out.toString()).isTrue();
        assertThat(Long.parseLong(last.group(1))).isGreaterThan(1000);
        assertThat(Long.parseLong(last.group(2))).isGreaterThan(10);
        assertThat(out.toString()).contains("memory: compress; stock: gzip, level 6");
    }
}
