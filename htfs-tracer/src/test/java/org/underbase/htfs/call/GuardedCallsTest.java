package org.underbase.htfs.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.record.ThreadTrace;

/** Gathering the facts of an event may fail with any error, without an effect on the call; the loss is counted. */
class GuardedCallsTest {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");
    private static final org.apache.hadoop.fs.Path RELATIVE = new org.apache.hadoop.fs.Path("relative");

    @TempDir
    Path dir;

    private Recording recording;
    private FsCalls calls;

    @BeforeEach
    void start() {
        recording = new Recording(dir);
        // The working directory is a fact too: the path of an event needs it.
        calls = new FsCalls(recording.tracer(), "alice", null, () -> {
            throw new OutOfMemoryError("in the working directory");
        });
    }

    @Test
    void aFailingPathSkipsNoCall() throws IOException {
        assertThat(calls.<String>call(Call.GET_FILE_STATUS, RELATIVE, facts -> {}, () -> "result"))
                .isEqualTo("result");
        assertThat(calls.<String>call(Call.OPEN, RELATIVE, facts -> {}, () -> "opened"))
                .isEqualTo("opened");
        assertThat(calls.local(Call.GET_TRASH_ROOT, RELATIVE, facts -> {}, () -> "root"))
                .isEqualTo("root");
        calls.run(Call.RENAME, FILE, RELATIVE, facts -> {}, () -> {});
        calls.record(1, Call.LIST_PAGE, RELATIVE, 1, null);

        assertOnlyTheNextCallIsRecorded(5);
    }

    @Test
    void aFailingDetailReplacesNoResultAndNoException() throws IOException {
        assertThat(calls.<String>call(Call.GET_FILE_STATUS, FILE, GuardedCallsTest::failing, () -> "result"))
                .isEqualTo("result");
        assertThatThrownBy(() -> calls.call(Call.GET_FILE_STATUS, FILE, GuardedCallsTest::failing, () -> {
                    throw new FileNotFoundException("of the call");
                }))
                .isInstanceOf(FileNotFoundException.class);

        assertOnlyTheNextCallIsRecorded(2);
    }

    @Test
    void aFailingDetailOfAFutureLosesOnlyItsEvent() throws Exception {
        CompletableFuture<String> pending = new CompletableFuture<>();
        assertThat(calls.future(Call.UPLOAD_START, FILE, GuardedCallsTest::failing, () -> pending))
                .isSameAs(pending);
        pending.complete("later");
        assertThat(calls.future(Call.UPLOAD_START, RELATIVE, facts -> {}, () -> pending)
                        .get())
                .isEqualTo("later");

        assertOnlyTheNextCallIsRecorded(2);
    }

    @Test
    void aFailingFileTableKeepsTheResultOfARename() throws IOException {
        assertThat(calls.<Boolean>call(Call.EXISTS, FILE, facts -> {}, () -> {
                    calls.renamed(RELATIVE, FILE);
                    calls.deleted(RELATIVE);
                    return true;
                }))
                .isTrue();

        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.EXISTS);
        assertThat(recording.lost()).isEqualTo(2);
    }

    @Test
    void aFutureThatCompletesInsideAnotherCallIsRecorded() throws IOException {
        CompletableFuture<String> pending = new CompletableFuture<>();
        assertThat(calls.future(Call.UPLOAD_START, FILE, facts -> facts.add("part", 7), () -> pending))
                .isNotDone();
        calls.call(Call.MKDIRS, new org.apache.hadoop.fs.Path("/outer"), facts -> {}, () -> pending.complete("done"));

        List<TraceEvent> events = recording.events();
        assertThat(events).extracting(TraceEvent::call).containsExactly(Call.UPLOAD_START, Call.MKDIRS);
        assertThat(events.get(0).detail()).isEqualTo("part=7");
        assertThat(events.get(0).path()).isEqualTo("/file");
        assertThat(recording.lost()).isZero();
    }

    @Test
    void aFutureThatCompletesAfterTheRecordingIsCounted() throws IOException {
        CompletableFuture<String> pending = new CompletableFuture<>();
        assertThat(calls.future(Call.UPLOAD_START, FILE, facts -> {}, () -> pending))
                .isNotDone();
        recording.tracer().close();
        pending.complete("late");

        assertThat(recording.tracer().bean().getLostEvents()).containsEntry("ended", 1L);
    }

    @Test
    void aLossWhoseCauseCannotBeLoggedIsCountedOnce() throws IOException {
        ThreadTrace here = recording.tracer().here();
        here.lost(new Throwable("first") {
            private static final long serialVersionUID = 1;

            @Override
            public void printStackTrace(PrintWriter out) {
                throw new StackOverflowError("in the log");
            }
        });
        here.lost(new Throwable("second"));

        assertOnlyTheNextCallIsRecorded(2);
    }

    @Test
    void aStringThatIsNoPathReachesTheRealCall() {
        assertThat(Paths.of("")).isNull();
        assertThat(Paths.of("a:b")).isNull();
        assertThat(Paths.of("/a")).isEqualTo(new org.apache.hadoop.fs.Path("/a"));
    }

    private static void failing(Facts facts) {
        throw new StackOverflowError("in the fact after " + facts.orNull());
    }

    /** A raised depth counter would suppress the next call of the thread. */
    private void assertOnlyTheNextCallIsRecorded(int lost) throws IOException {
        calls.call(Call.EXISTS, FILE, facts -> {}, () -> true);

        assertThat(recording.events()).extracting(TraceEvent::call).containsExactly(Call.EXISTS);
        assertThat(recording.lost()).isEqualTo(lost);
    }
}
