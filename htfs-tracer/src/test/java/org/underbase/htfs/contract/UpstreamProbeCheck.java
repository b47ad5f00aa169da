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
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceReader;

/**
 * Checks that the upstream tests ran with the tracer: reads the trace that they recorded. Runs after the tests, in the
 * execution {@code upstream-probe}.
 */
class UpstreamProbeCheck {
    private final Map<Call, Integer> calls = new EnumMap<>(Call.class);
    private int failures;
    /** Flushes of WALs through streams of the file system: HBase's FSHLog. */
    private int streamWalFlushes;

    @Test
    void testsWereTraced() throws Exception {
        if (!System.getProperty("upstream.setting").equals("traced")) {
            assertThat(Path.of(System.getProperty("upstream.probe"))).doesNotExist();
            return;
        }
        try (TraceReader reader =
                TraceReader.open(new Configuration(false), List.of(System.getProperty("upstream.probe")))) {
            while (reader.next()) {
                count(reader.event());
            }
            // The tests' JVMs exit without shutdown hooks, so their last segments have no end.
            assertThat(reader.report().corruptRanges()).isEmpty();
            assertThat(reader.report().drops().total()).isZero();
        }
        System.out.println("The tests recorded "
                + calls.values().stream().mapToInt(Integer::intValue).sum() + " events of " + calls.size() + " calls, "
                + failures + " of them failures, and flushed WALs " + streamWalFlushes + " times through streams: "
                + new TreeSet<>(calls.keySet()));

        String suite = System.getProperty("upstream.suite");
        switch (suite) {
            case "hadoop-contract" -> everyKindOfCallWasRecorded();
            case "hbase-tracer" -> bothWalsWereRecorded();
            default -> throw new IllegalStateException("unknown suite " + suite);
        }
    }

    private void count(TraceEvent event) {
        calls.merge(event.call(), 1, Integer::sum);
        failures += event.exception().isEmpty() ? 0 : 1;
        streamWalFlushes += event.call() == Call.HFLUSH && event.path().contains("/WALs/") ? 1 : 0;
    }

    private void everyKindOfCallWasRecorded() {
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

    /** Requires events of HBase's AsyncFSWAL, of its FSHLog, and of the recovery of both. */
    private void bothWalsWereRecorded() {
        assertThat(calls.get(Call.WAL_OPEN)).isGreaterThan(100);
        assertThat(calls.get(Call.WAL_WRITE)).isGreaterThan(1000);
        assertThat(calls.get(Call.WAL_SYNC)).isGreaterThan(1000);
        assertThat(calls.get(Call.WAL_CLOSE)).isPositive();
        assertThat(streamWalFlushes).isGreaterThan(1000);
        assertThat(calls.get(Call.READ)).isGreaterThan(1000);
        assertThat(calls).containsKeys(Call.OPEN, Call.RENAME, Call.DELETE, Call.RECOVER_LEASE);
    }
}
