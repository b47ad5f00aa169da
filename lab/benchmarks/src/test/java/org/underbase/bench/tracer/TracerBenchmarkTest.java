package org.underbase.bench.tracer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.bench.cli.BenchCommand;
import picocli.CommandLine;

/** The smallest part of the real thing: a cluster of processes, two client JVMs, the machine's line. */
@Tag("cluster")
class TracerBenchmarkTest {
    @Test
    void aTracedAndAStockClientAreComparedOnARealHdfs() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("tracer", "--quick", "--part", "pread");
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .containsPattern("random 4 KiB pread +calls/s +1 ")
                .containsPattern("trace, events dropped +% +1 ")
                .containsPattern("bench tracer: ns_per_event=- alloc_per_event=- ratio_write=- ratio_read=-"
                        + " ratio_pread=\\d+\\.\\d{3} ratio_hbase=- bytes_per_event=-"
                        + " text_gz_bytes_per_event=-\\R$");
    }
}
