package org.underbase.htfs.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceReader;

/**
 * Checks that Hadoop's tests ran with the tracer: reads the trace that they recorded. Runs after the tests, in the execution
 * {@code upstream-probe}.
 */
class UpstreamProbeCheck {
    @Test
    void testsWereTraced() throws Exception {
        if (!System.getProperty("upstream.setting").equals("traced")) {
            assertThat(Path.of(System.getProperty("upstream.probe"))).doesNotExist();
            return;
        }
        Map<Call, Integer> calls = new EnumMap<>(Call.class);
        int failures = 0;
        try (TraceReader reader =
                TraceReader.open(new Configuration(false), List.of(System.getProperty("upstream.probe")))) {
            while (reader.next()) {
                calls.merge(reader.event().call(), 1, Integer::sum);
                failures += reader.event().exception().isEmpty() ? 0 : 1;
            }
            // The tests' JVMs exit without shutdown hooks, so their last segments have no end.
            assertThat(reader.report().corruptRanges()).isEmpty();
            assertThat(reader.report().drops().total()).isZero();
        }
        System.out.println("Hadoop's tests recorded "
                + calls.values().stream().mapToInt(Integer::intValue).sum() + " events of " + calls.size() + " calls, "
                + failures + " of them failures: " + new TreeSet<>(calls.keySet()));

        assertThat(calls.get(Call.CREATE)).isGreaterThan(100);
        assertThat(calls.get(Call.WRITE)).isGreaterThan(100);
        assertThat(calls.get(Call.READ)).isGreaterThan(100);
        assertThat(calls)
                .containsKeys(
                        Call.OPEN,
                        Call.APPEND,
                        Call.READ_VECTORED,
                        Call.READ_RANGE,
                        Call.PREAD,
                        Call.SEEK,
                        Call.UNBUFFER,
                        Call.HFLUSH,
                        Call.HSYNC,
                        Call.RENAME,
                        Call.DELETE,
                        Call.MKDIRS,
                        Call.CONCAT,
                        Call.SET_TIMES,
                        Call.CREATE_PATH_HANDLE,
                        Call.RECOVER_LEASE,
                        Call.SET_SAFE_MODE);
        assertThat(failures).isPositive();
    }
}
