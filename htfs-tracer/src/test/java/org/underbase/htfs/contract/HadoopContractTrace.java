package org.underbase.htfs.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceReader;

/**
 * Hadoop's tests passed; this shows that they passed with the tracer. It runs after them, in an execution of its own of
 * the module's build, and reads the trace they made.
 */
class HadoopContractTrace {
    @Test
    void theTestsWereTraced() throws Exception {
        Map<Call, Integer> calls = new EnumMap<>(Call.class);
        int failures = 0;
        try (TraceReader reader =
                TraceReader.open(new Configuration(false), List.of(System.getProperty("htfs.contract.trace")))) {
            while (reader.next()) {
                calls.merge(reader.event().call(), 1, Integer::sum);
                failures += reader.event().exception().isEmpty() ? 0 : 1;
            }
            // Segments without an end are those of the tests' JVMs, which ended without the exit hooks.
            assertThat(reader.report().damage()).isEmpty();
            assertThat(reader.report().drops().total()).isZero();
        }
        System.out.println("Hadoop's tests made "
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
