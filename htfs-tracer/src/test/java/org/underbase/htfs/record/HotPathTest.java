package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.format.Call;

/** Recording allocates nothing on the calling thread, as counted by the JVM. */
class HotPathTest {
    /** Half of the number of calls. The smallest object has 16 bytes; the JVM itself may allocate a few during the test. */
    private static final int EVENTS = 40_000;

    @TempDir
    Path dir;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aRecordedCallAllocatesNothing() {
        assertThat(allocated("true", "1.0")).isLessThan(EVENTS);
    }

    @Test
    void anUnsampledCallAllocatesNothing() {
        assertThat(allocated("true", "0.0")).isLessThan(EVENTS);
    }

    @Test
    void aCallWhileTheTracerIsOffAllocatesNothing() {
        assertThat(allocated("false", "1.0")).isLessThan(EVENTS);
    }

    private long allocated(String enabled, String sampling) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), dir.toString());
        conf.set(TraceKeys.ENABLED.name(), enabled);
        conf.set(TraceKeys.SAMPLING.name(), sampling);
        conf.set(TraceKeys.RING_BYTES.name(), "64m");
        conf.set(TraceKeys.BLOCK_EVENTS.name(), "1000");
        TestStore[] store = new TestStore[1];
        try (Tracer tracer = Tracer.start(conf, real -> store[0] = new TestStore(real, TestStore.Mode.HANGS))) {
            FileRef file = tracer.newFile("/hbase/data/default/t/0123456789abcdef0123456789abcdef/f/file");
            StreamRef stream = tracer.stream(file, "alice");
            // All events of the first calls wait: however slow the drainer is later, there are enough chunks.
            record(tracer, file, stream);
            record(tracer, file, stream);
            store[0].mode(TestStore.Mode.WRITES);
            assertThat(tracer.flush()).isTrue();
            long before = threads.getCurrentThreadAllocatedBytes();
            record(tracer, file, stream);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    private static void record(Tracer tracer, FileRef file, StreamRef stream) {
        for (int i = 0; i < EVENTS; i++) {
            ThreadTrace here = tracer.here();
            here.exit(here.enter(stream), Call.PREAD, stream, i * 4096L, 4096, 4096);
            here.exit(here.enter(), Call.GET_FILE_STATUS, file, null, 1, null, null, null);
        }
    }
}
