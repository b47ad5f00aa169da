package org.underbase.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestTrace;

/** A selection has the figures of a trace that contains the selected events only. */
class SelectionTest {
    private static final long SEED = 23;

    @TempDir
    private Path directory;

    private List<TestEvent> events;
    private Path trace;

    @BeforeEach
    void write() throws IOException {
        events = SyntheticHBase.events(SEED, 2, 60);
        trace = TestTrace.write(directory.resolve("trace"), events);
    }

    @Test
    void aTimeHasTheFiguresOfItsEvents() throws Exception {
        long[] starts =
                events.stream().mapToLong(TestEvent::startNanos).sorted().toArray();
        long from = starts[starts.length / 3];
        long to = starts[starts.length / 2];

        assertThat(analysis(trace).begin()).hasValue(starts[0]);
        assertSame(
                new Selection(from, to, Optional.empty()),
                events.stream()
                        .filter(event -> event.startNanos() >= from && event.startNanos() < to)
                        .toList());
    }

    @Test
    void aTableHasTheFiguresOfItsPaths() throws Exception {
        List<TestEvent> table = events.stream()
                .filter(event -> (event.path() + "/").contains("/data/default/messages/")
                        || (event.otherPath() + "/").contains("/data/default/messages/"))
                .toList();
        assertSame(new Selection(Long.MIN_VALUE, Long.MAX_VALUE, Optional.of("messages")), table);
        assertSame(new Selection(Long.MIN_VALUE, Long.MAX_VALUE, Optional.of("default:messages")), table);
        Selection other = new Selection(Long.MIN_VALUE, Long.MAX_VALUE, Optional.of("message"));
        assertThat(json(analysis(trace).with(settings -> settings.withSelection(other))))
                .contains("\"events\" : 0");
    }

    private void assertSame(Selection selection, List<TestEvent> selected) throws Exception {
        assertThat(selected).hasSizeBetween(100, events.size() - 100);
        Path alone = TestTrace.write(Files.createTempDirectory(directory, "selected"), selected);
        assertThat(json(analysis(trace).with(settings -> settings.withSelection(selection))))
                .as("seed %d", SEED)
                .isEqualTo(json(analysis(alone)));
    }

    private static Analysis analysis(Path of) throws IOException {
        return Analysis.of(List.of(of.toString()), new Configuration(false)).withThreads(2);
    }

    private static String json(Analysis analysis) throws Exception {
        return analysis.run(Progress.NONE).figures().json().toPrettyString();
    }
}
