package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.localcompact.coordinator.FakeWorker.Call;
import org.underbase.localcompact.coordinator.FakeWorker.Fault;

/** Test of the commands to workers, their order, and the dropping of faulty workers. */
class CoordinationTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<String> events = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicBoolean active = new AtomicBoolean(true);
    private final FakeWorker a = worker("a");
    private final FakeWorker b = worker("b");
    private final FakeWorker c = worker("c");
    private final Progress progress = Progress.of(new CompactionRequestImpl(List.of()));
    private final FailureMemory failures = new FailureMemory(LONG, System::nanoTime);
    private final StoreBackoff backoff = new StoreBackoff(LONG, System::nanoTime);
    private final FakeFile file = new FakeFile(List.of("a", "b", "c"), events);

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    private FakeWorker worker(String name) {
        return new FakeWorker(name, 2, events);
    }

    private long run(Duration timeout, FakeWorker... workers) throws IOException {
        return run(new Limits(timeout, LONG, LONG, 1), workers);
    }

    private long run(Limits limits, FakeWorker... workers) throws IOException {
        List<MergeHandle> merges = Stream.of(workers)
                .map(worker -> new MergeHandle(
                        worker.name(), worker, FakeWorker.TICKET, limits.progress(), new Owner(active::get, () -> 1.5)))
                .toList();
        MergeGroup group = new MergeGroup(pool, limits.progress(), active::get);
        LocalCompaction compaction = new LocalCompaction("t", file, merges, group, limits, progress, failures);
        return backoff.run("store", compaction, active::get);
    }

    private FallbackReason reason(Duration timeout, FakeWorker... workers) {
        FallbackException e = catchThrowableOfType(FallbackException.class, () -> run(timeout, workers));
        assertThat(e).as(events.toString()).isNotNull();
        return e.reason();
    }

    private List<String> of(String who) {
        synchronized (events) {
            return events.stream()
                    .filter(event -> event.startsWith(who + ": "))
                    .map(event -> event.substring(who.length() + 2))
                    .toList();
        }
    }

    private List<String> ofFile() {
        synchronized (events) {
            return events.stream().filter(event -> !event.contains(": ")).toList();
        }
    }

    /** Lists the failed nodes with the kinds of their failures; each must have occurred once. */
    private List<String> remembered() {
        return failures.nodes().stream()
                .flatMap(node -> node.counts().entrySet().stream()
                        .peek(each -> assertThat(each.getValue()).isEqualTo(1))
                        .map(each -> node.dataNode() + " " + each.getKey()))
                .toList();
    }

    /** Lists the excluded nodes for a ticket with a fingerprint. */
    private Set<String> excluded(String fingerprint) {
        return failures.excluded(Map.of("a", a, "b", b, "c", c), fingerprint);
    }

    /** Returns whether a second failure excludes the store, that is, whether the first one counts. */
    private boolean backsOff() {
        backoff.failed("store", "again");
        return backoff.obstacle("store").isPresent();
    }

    /** Awaits a command that is sent asynchronously. */
    private void awaitLast(String who, String event) {
        await().atMost(LONG).untilAsserted(() -> assertThat(of(who)).last().isEqualTo(event));
    }

    @Test
    void agreeingMergesWriteBlockByBlock() throws IOException {
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        for (String each : List.of("a", "b", "c")) {
            awaitLast(each, "end");
            assertThat(remembered()).isEmpty();
            assertThat(of(each)).containsExactly("start", "write 0", "finish 0", "write 1", "finish 1", "end");
        }
        assertThat(ofFile()).containsExactly("block", "ended with 100", "block", "ended with 100", "complete");
        synchronized (events) {
            // No replica is finalized before all are written, and no block starts before the previous one is finalized.
            assertThat(events.indexOf("a: finish 0")).isGreaterThan(events.indexOf("c: write 0"));
            assertThat(events.lastIndexOf("block"))
                    .isGreaterThan(events.indexOf("a: finish 0"))
                    .isGreaterThan(events.indexOf("b: finish 0"))
                    .isGreaterThan(events.indexOf("c: finish 0"));
        }
    }

    @Test
    void progressIsThatOfSlowestRemainingMerge() throws IOException {
        a.writes(30);
        b.writes(20);
        c.writes(10).at(Call.WRITE, 1, Fault.FAIL);
        run(LONG, a, b, c);
        CompactionProgress now = progress.now();
        assertThat(now.getCurrentCompactedKvs()).isEqualTo(2 * 20);
        assertThat(now.getTotalCompactedSize()).isEqualTo(2 * 20 * FakeWorker.CELL);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIFFER", "SHORT", "FAIL", "UNREACHABLE"})
    void mergeIsDroppedOnWriteFault(Fault fault) throws IOException {
        b.at(Call.WRITE, 0, fault);
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        awaitLast("a", "end");
        awaitLast("b", "abort");
        assertThat(of("a")).containsExactly("start", "write 0", "stamp 0 as 2", "write 1", "finish 1", "end");
        assertThat(of("b")).containsExactly("start", "write 0", "abort");
        assertThat(remembered())
                .containsExactly(fault == Fault.DIFFER || fault == Fault.SHORT ? "b DIVERGED" : "b FAILED");
        assertThat(excluded("other")).containsExactly("b");
        assertThat(ofFile())
                .containsExactly(
                        "block",
                        "recovery 2",
                        "survived on [a, c]",
                        "ended with 100",
                        "block",
                        "ended with 100",
                        "complete");
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIL", "UNREACHABLE"})
    void mergeIsDroppedIfFinalizeFails(Fault fault) throws IOException {
        c.at(Call.FINISH, 0, fault);
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        awaitLast("c", "abort");
        awaitLast("a", "end");
        assertThat(remembered()).containsExactly("c FAILED");
        assertThat(of("a"))
                .containsExactly("start", "write 0", "finish 0", "stamp 0 as 2", "write 1", "finish 1", "end");
        assertThat(ofFile())
                .containsExactly(
                        "block",
                        "recovery 2",
                        "survived on [a, b]",
                        "ended with 100",
                        "block",
                        "ended with 100",
                        "complete");
    }

    @Test
    void mergeIsDroppedIfFinalizeOfLastBlockFails() throws IOException {
        a.at(Call.FINISH, 1, Fault.FAIL);
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        awaitLast("b", "end");
        assertThat(of("b"))
                .containsExactly("start", "write 0", "finish 0", "write 1", "finish 1", "stamp 1 as 2", "end");
        assertThat(ofFile()).endsWith("recovery 2", "survived on [b, c]", "ended with 100", "complete");
    }

    @Test
    void mergeIsDroppedIfRecoveryFails() throws IOException {
        FakeWorker d = worker("d");
        FakeWorker e = worker("e");
        d.at(Call.WRITE, 0, Fault.DIFFER);
        e.at(Call.RECOVER, 0, Fault.UNREACHABLE);
        assertThat(run(LONG, a, b, c, d, e)).isEqualTo(200);
        awaitLast("d", "abort");
        awaitLast("e", "abort");
        awaitLast("a", "end");
        assertThat(of("a"))
                .containsExactly("start", "write 0", "stamp 0 as 2", "stamp 0 as 3", "write 1", "finish 1", "end");
        assertThat(ofFile()).startsWith("block", "recovery 2", "recovery 3", "survived on [a, b, c]", "ended with 100");
    }

    @Test
    void compactionFailsWithSingleReplica() {
        b.at(Call.FINISH, 0, Fault.FAIL);
        c.at(Call.RECOVER, 0, Fault.FAIL);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        for (String each : List.of("a", "b", "c")) {
            awaitLast(each, "abort");
        }
        assertThat(ofFile()).containsExactly("block", "recovery 2");
    }

    @Test
    void compactionFailsIfTwoMergesFail() {
        b.at(Call.WRITE, 1, Fault.FAIL);
        c.at(Call.WRITE, 1, Fault.UNREACHABLE);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        assertThat(remembered()).as("the store may be at fault").isEmpty();
        assertThat(backsOff()).isTrue();
        awaitLast("a", "abort");
        assertThat(ofFile()).containsExactly("block", "ended with 100", "block");
    }

    @Test
    void compactionDivergesWithoutMajority() {
        b.at(Call.WRITE, 0, Fault.DIFFER);
        c.at(Call.WRITE, 0, Fault.DIFFER);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.DIVERGED);
        assertThat(remembered()).as("no node is known to be wrong").isEmpty();
        assertThat(backsOff()).isTrue();
        awaitLast("a", "abort");
        assertThat(ofFile()).containsExactly("block");
    }

    @Test
    void compactionDivergesIfDroppedAndDivergentMergesPreventMajority() {
        b.at(Call.WRITE, 0, Fault.FAIL);
        c.at(Call.WRITE, 1, Fault.DIFFER);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.DIVERGED);
    }

    @Test
    void rejectionEndsCompactionBeforeFirstBlock() {
        c.at(Call.START, 0, Fault.REJECT);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.REJECTED);
        assertThat(remembered()).containsExactly("c INCOMPATIBLE");
        assertThat(excluded(FakeWorker.TICKET.getFingerprint())).containsExactly("c");
        assertThat(excluded("other")).isEmpty();
        awaitLast("a", "abort");
        awaitLast("c", "abort");
        assertThat(ofFile()).isEmpty();
    }

    @Test
    void busyServerIsAwaited() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        b.slots(() -> requests.incrementAndGet() == 4);
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        assertThat(requests).hasValue(4);
    }

    @Test
    void compactionFallsBackIfServerStaysBusy() {
        b.slots(() -> false);
        FallbackException e = catchThrowableOfType(
                FallbackException.class, () -> run(new Limits(LONG, Duration.ofMillis(250), LONG, 1), a, b, c));
        assertThat(e.reason()).isEqualTo(FallbackReason.REJECTED);
        assertThat(e).hasMessage("b rejected the merge: busy");
        awaitLast("a", "abort");
        awaitLast("b", "abort");
        assertThat(of("c")).doesNotContain("start");
    }

    @Test
    void startedMergesGetKeepAlivesWhileServerIsAwaited() throws IOException {
        // With a progress timeout of 12 s, a keep-alive is due every 3 s.
        c.slots(() -> a.keepAlives() > 0 && b.keepAlives() > 0);
        assertThat(run(Duration.ofSeconds(12), a, b, c)).isEqualTo(200);
    }

    @Test
    void slotsAreTakenInOrderOfAddresses() throws IOException {
        // Two coordinators that take the slots of a and b in different orders would wait for each other.
        b.slots(() -> of("a").contains("start"));
        c.slots(() -> of("b").contains("start"));
        assertThat(run(new Limits(LONG, Duration.ZERO, LONG, 1), c, b, a)).isEqualTo(200);
    }

    @Test
    void interruptEndsAllMerges() throws Exception {
        // HBase's compaction_switch interrupts the threads of compactions.
        b.at(Call.WRITE, 0, Fault.HANG);
        c.at(Call.WRITE, 0, Fault.HANG);
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Throwable> ended = pool.submit(() -> {
            thread.set(Thread.currentThread());
            return catchThrowable(() -> run(LONG, a, b, c));
        });
        await().atMost(LONG).until(() -> of("b").contains("write 0") && of("c").contains("write 0"));
        thread.get().interrupt();
        assertThat(ended.get(1, TimeUnit.MINUTES)).isInstanceOf(InterruptedIOException.class);
        for (String each : List.of("a", "b", "c")) {
            await().atMost(LONG).until(() -> of(each).contains("abort"));
        }
    }

    @Test
    void unreachableServerEndsCompactionBeforeFirstBlock() {
        a.at(Call.START, 0, Fault.UNREACHABLE);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        assertThat(remembered()).as("no majority started").isEmpty();
        assertThat(backsOff()).isFalse();
        assertThat(ofFile()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"WRITE,PT30S,PT5S", "FINISH,PT5S,PT0S"})
    void laggingMergeIsDroppedAndInterrupted(Call call, Duration progress, Duration lagMin) throws IOException {
        b.at(call, 1, Fault.HANG);
        long began = System.nanoTime();
        assertThat(run(new Limits(progress, LONG, lagMin, 1000), a, b, c)).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONG);
        await().atMost(LONG).untilAsserted(() -> assertThat(of("b")).contains("interrupted", "abort"));
        assertThat(remembered()).isEqualTo(call == Call.WRITE ? List.of() : List.of("b FAILED"));
        assertThat(ofFile()).endsWith("recovery 2", "survived on [a, c]", "ended with 100", "complete");
    }

    /** HBase throttles the own merge together with the server's stock compactions, and its replica keeps the store local. */
    @Test
    void ownMergeIsAwaitedWithoutLagLimit() throws IOException {
        AtomicInteger polls = new AtomicInteger();
        b.local().ready(() -> polls.incrementAndGet() % 3 == 0);
        run(new Limits(LONG, LONG, Duration.ZERO, 0), a, b, c);
        awaitLast("b", "end");
        assertThat(polls).hasValue(6);
        assertThat(remembered()).isEmpty();
    }

    @Test
    void failedCompletionAbortsAllMerges() {
        file.failAt("complete", new IOException("a replica is missing"));
        assertThatThrownBy(() -> run(LONG, a, b, c)).hasMessage("a replica is missing");
        assertThat(backsOff()).as("no merge failed").isFalse();
        for (String each : List.of("a", "b", "c")) {
            awaitLast(each, "abort");
        }
    }

    /** HBase's compaction switch, or a server that stops. */
    @Test
    void cancelledMergeIsNoFaultOfNode() throws IOException {
        b.at(Call.WRITE, 0, Fault.CANCEL);
        assertThat(run(LONG, a, b, c)).isEqualTo(200);
        assertThat(remembered()).isEmpty();
        awaitLast("b", "abort");
    }

    @Test
    void cancelledMergesAreNoFaultOfStore() {
        b.at(Call.WRITE, 0, Fault.CANCEL);
        c.at(Call.WRITE, 0, Fault.CANCEL);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        assertThat(backsOff()).isFalse();
    }

    @Test
    void failedMergeAmongCancelledOnesMayBeFaultOfStore() {
        b.at(Call.WRITE, 0, Fault.CANCEL);
        c.at(Call.WRITE, 0, Fault.FAIL);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        assertThat(backsOff()).isTrue();
    }

    /** A block that the NameNode places elsewhere, for example. */
    @Test
    void failedAllocationIsNoFaultOfStore() {
        IOException elsewhere = new IOException("the NameNode placed a block on [d]");
        file.failAt("block", elsewhere);
        assertThatThrownBy(() -> run(LONG, a, b, c)).isSameAs(elsewhere);
        assertThat(backsOff()).isFalse();
    }

    @Test
    void pressureOfServerIsSentWithEachCommand() throws IOException {
        run(LONG, a, b, c);
        assertThat(List.of(a, b, c))
                .allSatisfy(each -> assertThat(each.pressures()).containsOnly(1.5));
    }

    @Test
    void closingRegionEndsCompaction() {
        active.set(false);
        assertThat(reason(LONG, a, b, c)).isEqualTo(FallbackReason.FAILED);
        assertThat(remembered()).isEmpty();
        assertThat(backsOff()).isFalse();
        awaitLast("a", "abort");
        assertThat(ofFile()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"START", "WRITE", "FINISH"})
    void closingRegionDoesNotWaitForServersThatDoNotRespond(Call call) throws Exception {
        b.at(call, 0, Fault.HANG);
        c.at(call, 0, Fault.HANG);
        closeWhile(() -> of("b").contains(call.name().toLowerCase(Locale.ROOT) + (call == Call.START ? "" : " 0")));
        await().atMost(LONG).until(() -> of("b").contains("interrupted"));
    }

    /** Also while it waits for replicas that HDFS has to copy. */
    @ParameterizedTest
    @ValueSource(strings = {"block", "recovery", "survived", "complete"})
    void closingRegionDoesNotWaitForNameNode(String call) throws Exception {
        b.at(Call.WRITE, 1, Fault.FAIL);
        file.hangAt(call);
        closeWhile(() -> ofFile().stream().anyMatch(event -> event.startsWith(call)));
    }

    private void closeWhile(Callable<Boolean> waiting) throws Exception {
        Future<Throwable> ended = pool.submit(() -> catchThrowable(() -> run(Duration.ofHours(1), a, b, c)));
        await().atMost(LONG).until(waiting);
        active.set(false);
        assertThat(ended.get(1, TimeUnit.MINUTES)).isInstanceOf(FallbackException.class);
        assertThat(remembered()).isSubsetOf("b FAILED");
        for (String each : List.of("a", "b", "c")) {
            await().atMost(LONG).until(() -> of(each).contains("abort"));
        }
    }
}
