package org.underbase.localcompact.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;

/** Test of a merge's reactions to the commands of its coordinator. */
class MergeTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int BLOCK = 4;

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    /** Opens a block whose location is its name; a new location is the new generation stamp in digits. */
    private BlockChannel open(byte[] located) {
        String name = new String(located, StandardCharsets.UTF_8);
        events.add("open " + name);
        return new BlockChannel() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                // The merge itself computes the digest of the bytes.
            }

            @Override
            public void awaitAcknowledged() {
                events.add("acknowledged " + name);
            }

            @Override
            public void complete() {
                events.add("complete " + name);
            }

            @Override
            public long recover(byte[] newlyLocated) throws IOException {
                String stamp = new String(newlyLocated, StandardCharsets.UTF_8);
                events.add("stamp " + name + " as " + stamp);
                if (stamp.equals("13")) {
                    throw new IOException("no such stamp");
                }
                return Long.parseLong(stamp);
            }

            @Override
            public void close() {
                events.add("close " + name);
            }
        };
    }

    private Merge merge(Duration patience) {
        return new Merge("m", BLOCK, this::open, patience);
    }

    private Future<?> run(Merge merge, int bytes) {
        return thread.submit(() -> merge.run(output -> {
            output.write(new byte[bytes]);
            output.close();
        }));
    }

    private static BlockProto block(int index, String located) {
        return BlockProto.newBuilder()
                .setIndex(index)
                .setLocated(ByteString.copyFromUtf8(located))
                .build();
    }

    private static StateProto reach(Merge merge, StepRequestProto.Builder word, Phase phase, int block, long stamp) {
        StepRequestProto request = word.setId("m").build();
        await().atMost(LONG).pollInterval(Duration.ofMillis(5)).until(() -> {
            StateProto state = merge.step(request);
            return state.getPhase() == phase && state.getBlock() == block && state.getGenerationStamp() == stamp;
        });
        return merge.step(request);
    }

    private static StepRequestProto.Builder open(int index) {
        return StepRequestProto.newBuilder().setOpen(block(index, "b" + index));
    }

    private static StepRequestProto.Builder finish(int index, String stamp) {
        return StepRequestProto.newBuilder().setFinalizeReplica(block(index, stamp));
    }

    @Test
    void failureWithoutMessageIsNamed() {
        Merge merge = merge(LONG);
        merge.run(output -> {
            throw new IllegalStateException();
        });
        assertThat(merge.state().getFailure()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void blocksAreWrittenAndFinalizedOnCommand() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = run(merge, BLOCK + 1);
        StateProto first = reach(merge, open(0), Phase.WRITTEN, 0, 0);
        assertThat(first.getLength()).isEqualTo(BLOCK);
        assertThat(first.getLast()).isFalse();
        assertThat(events).containsExactly("open b0", "acknowledged b0");
        reach(merge, finish(0, ""), Phase.WAITING, 1, 0);
        StateProto second = reach(merge, open(1), Phase.WRITTEN, 1, 0);
        assertThat(second.getLength()).isEqualTo(1);
        assertThat(second.getLast()).isTrue();
        reach(merge, finish(1, ""), Phase.FINISHED, 2, 0);
        assertThat(running.isDone())
                .as("the last replica may get a new generation stamp")
                .isFalse();
        merge.step(StepRequestProto.newBuilder().setId("m").setEnd(true).build());
        running.get(1, TimeUnit.MINUTES);
        assertThat(events)
                .containsSubsequence(
                        "open b0", "complete b0", "close b0", "open b1", "acknowledged b1", "complete b1", "close b1");
    }

    @Test
    void finalizedReplicaGetsEachGenerationStampOnce() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = run(merge, BLOCK + 1);
        reach(merge, open(0), Phase.WRITTEN, 0, 0);
        reach(merge, finish(0, ""), Phase.WAITING, 1, 0);
        reach(merge, finish(0, "7"), Phase.WAITING, 1, 7);
        reach(merge, finish(0, "8"), Phase.WAITING, 1, 8);
        // The coordinator repeats its command with each request.
        reach(merge, finish(0, "8"), Phase.WAITING, 1, 8);
        reach(merge, open(1), Phase.WRITTEN, 1, 0);
        reach(merge, finish(1, "9"), Phase.FINISHED, 2, 9);
        reach(merge, finish(1, "10"), Phase.FINISHED, 2, 10);
        merge.step(StepRequestProto.newBuilder().setId("m").setEnd(true).build());
        running.get(1, TimeUnit.MINUTES);
        assertThat(events.stream().filter(event -> event.startsWith("stamp")))
                .containsExactly("stamp b0 as 7", "stamp b0 as 8", "stamp b1 as 9", "stamp b1 as 10");
    }

    @Test
    void mergeFailsIfGenerationStampIsRejected() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = run(merge, 2 * BLOCK);
        reach(merge, open(0), Phase.WRITTEN, 0, 0);
        reach(merge, finish(0, ""), Phase.WAITING, 1, 0);
        StateProto failed = reach(merge, finish(0, "13"), Phase.FAILED, 1, 0);
        assertThat(failed.getFailure()).isEqualTo("no such stamp");
        running.get(1, TimeUnit.MINUTES);
    }

    @Test
    void abortEndsWaitAndClosesReplica() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = run(merge, BLOCK);
        reach(merge, open(0), Phase.WRITTEN, 0, 0);
        StateProto state = merge.step(
                StepRequestProto.newBuilder().setId("m").setAbort(true).build());
        assertThat(state.getPhase()).isEqualTo(Phase.FAILED);
        running.get(1, TimeUnit.MINUTES);
        assertThat(events).contains("close b0").doesNotContain("complete b0");
    }

    @Test
    void mergeAbortsWithoutCoordinator() throws Exception {
        Merge merge = merge(Duration.ofMillis(100));
        Future<?> running = run(merge, BLOCK);
        running.get(1, TimeUnit.MINUTES);
        assertThat(merge.orphaned()).isTrue();
        assertThat(merge.step(StepRequestProto.newBuilder().setId("m").build()).getPhase())
                .isEqualTo(Phase.FAILED);
    }

    @Test
    void failedBodyNeverCompletesFile() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = thread.submit(() -> merge.run(output -> {
            output.write(1);
            output.close();
            throw new IOException("no more");
        }));
        reach(merge, open(0), Phase.FAILED, 0, 0);
        running.get(1, TimeUnit.MINUTES);
        assertThat(events).doesNotContain("acknowledged b0");
    }

    @Test
    void mergeContinuesWhileReplicaWaitsForOtherServers() throws Exception {
        Merge merge = merge(LONG);
        CountDownLatch merged = new CountDownLatch(1);
        Future<?> running = thread.submit(() -> merge.run(output -> {
            output.write(new byte[3 * LookAhead.PORTION]);
            output.close();
            merged.countDown();
        }));
        reach(merge, open(0), Phase.WRITTEN, 0, 0);
        assertThat(merged.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(events).containsExactly("open b0", "acknowledged b0");
        StateProto failed = merge.step(
                StepRequestProto.newBuilder().setId("m").setAbort(true).build());
        assertThat(failed.getPhase()).isEqualTo(Phase.FAILED);
        running.get(1, TimeUnit.MINUTES);
        assertThat(events).contains("close b0");
    }

    @Test
    void failedReplicaEndsMerge() throws Exception {
        Merge merge = new Merge(
                "m",
                BLOCK,
                located -> {
                    throw new IOException("no DataNode");
                },
                LONG);
        Future<?> running = thread.submit(() -> merge.run(output -> {
            while (true) {
                output.write(new byte[LookAhead.PORTION]);
            }
        }));
        assertThat(reach(merge, open(0), Phase.FAILED, 0, 0).getFailure()).isEqualTo("no DataNode");
        running.get(1, TimeUnit.MINUTES);
    }

    /** The JVM throws such an error if the operating system creates no further thread. */
    @Test
    void mergeWithoutReplicaThreadFails() {
        Merge merge = merge(LONG);
        OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
        assertThatThrownBy(() -> merge.run(OutputStream::close, task -> new Thread(task) {
                    @Override
                    public synchronized void start() {
                        throw error;
                    }
                }))
                .isSameAs(error);
        StateProto state = merge.state();
        assertThat(state.getPhase()).isEqualTo(Phase.FAILED);
        assertThat(state.getFailure()).contains("unable to create native thread");
    }

    @Test
    void commandForUnknownBlockIsIgnored() throws Exception {
        Merge merge = merge(LONG);
        Future<?> running = run(merge, BLOCK);
        StateProto before = merge.step(finish(-1, "7").setId("m").build());
        assertThat(before.getPhase()).isEqualTo(Phase.WAITING);
        reach(merge, open(0), Phase.WRITTEN, 0, 0);
        reach(merge, finish(0, ""), Phase.FINISHED, 1, 0);
        merge.step(StepRequestProto.newBuilder().setId("m").setEnd(true).build());
        running.get(1, TimeUnit.MINUTES);
        assertThat(events).noneMatch(event -> event.startsWith("stamp"));
    }

    @Test
    void failedMergeRespondsWithoutWaiting() throws Exception {
        Merge merge = merge(LONG);
        StateProto failed = merge.step(
                StepRequestProto.newBuilder().setId("m").setAbort(true).build());
        Future<StateProto> response = thread.submit(() -> merge.step(StepRequestProto.newBuilder()
                .setId("m")
                .setKnown(failed)
                .setWaitMillis(Integer.MAX_VALUE)
                .build()));
        assertThat(response.get(1, TimeUnit.MINUTES).getPhase()).isEqualTo(Phase.FAILED);
    }

    @Test
    void waitOfRequestIsBounded() throws Exception {
        Merge merge = merge(LONG);
        StateProto waiting = merge.step(StepRequestProto.newBuilder().setId("m").build());
        Future<StateProto> response = thread.submit(() -> merge.step(StepRequestProto.newBuilder()
                .setId("m")
                .setKnown(waiting)
                .setWaitMillis(Integer.MAX_VALUE)
                .build()));
        assertThat(response.get(1, TimeUnit.MINUTES).getPhase()).isEqualTo(Phase.WAITING);
    }
}
