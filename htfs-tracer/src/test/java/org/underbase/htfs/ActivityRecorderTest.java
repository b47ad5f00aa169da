package org.underbase.htfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.operator.activity.Activity;
import org.underbase.operator.activity.ActivityObservers;

/** Activities of other parts of the product are recorded without a dependency on them. */
class ActivityRecorderTest {
    @Test
    void anActivityIsOneEvent() throws IOException {
        Capture.tracer();
        long start = System.nanoTime();
        Map<String, Long> numbers = Map.of("sources", 4L, "bytes", 1000L);
        ActivityObservers.finished(
                new Activity("localCompaction", "hdfs://nn/activity/output", start, 900, null, numbers));
        ActivityObservers.finished(new Activity(
                "localCompaction", "/activity/failed", start, -1, new IOException("of the test"), numbers));

        List<TraceEvent> events = Capture.below("/activity");
        assertThat(events).extracting(TraceEvent::call).containsExactly(Call.ACTIVITY, Call.ACTIVITY);
        assertThat(events).extracting(TraceEvent::detail).containsOnly("activity=localCompaction bytes=1000 sources=4");
        assertThat(events)
                .extracting(TraceEvent::activity)
                .as("neither the thread nor the path is one of a compaction")
                .containsOnly(org.underbase.htfs.format.Activity.COMPACTION);
        assertThat(events.get(0).path()).isEqualTo("/activity/output");
        assertThat(events.get(0).result()).isEqualTo(900);
        assertThat(events.get(1).exception()).isEqualTo("java.io.IOException");
        assertThat(events.get(1).result()).isEqualTo(-1);
    }
}
