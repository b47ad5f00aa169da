package org.underbase.analysis.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.htfs.format.Call;

class CounterReconciliationTest {
    private static final long BLOCK = 1 << 20;

    private final TestProcess server = new TestProcess("n1", "1@0");

    @Test
    void replicasAndResentChunksOfALog() {
        long log = server.createWal("/log", 3);
        server.writeWal(log, 1000).syncWal(log).writeWal(log, 24).syncWal(log).syncWal(log);
        server.writeWal(log, 1).syncWal(log);
        // 1000 mod 512 = 488 sent again; 1024 is the end of a chunk; nothing follows 1025.
        assertThat(traffic().writes()).isEqualTo(new Traffic.Writes(1025, 2050, 3 * 488, 0));
        assertThat(traffic().writes().expected()).isEqualTo(3 * (1025 + 488));
    }

    @Test
    void eachHsyncInsideAChunkResendsItsBeginning() {
        long out = server.create("/f", 1);
        server.write(out, 100)
                .hsync(out)
                .write(out, 100)
                .hsync(out)
                .write(out, 1)
                .closeOutput(out);
        assertThat(traffic().writes().resent()).isEqualTo(100 + 200);
    }

    @Test
    void theReplicasOfARecordedCompaction() {
        server.compacted("/f", 1000, 3).failing("java.io.IOException").compacted("/g", -1, 3);
        assertThat(traffic().writes()).isEqualTo(new Traffic.Writes(1000, 2000, 0, 0));
    }

    @Test
    void aFileOfUnknownReplicationIsAssumedToHaveTheDefault() {
        long out = server.create("/f", 1);
        server.write(out, 100);
        server.events().remove(0);
        assertThat(traffic().writes()).isEqualTo(new Traffic.Writes(100, 200, 0, 100));
    }

    @Test
    void aCodedFileHasParityInsteadOfReplicas() {
        server.write(server.create("/f", "replication=3 ecPolicy=RS-3-2-1k"), 3 * 1024);
        assertThat(traffic().writes().expected()).isEqualTo((3 + 2) * 1024);
        assertThat(traffic().writes().assumed()).isZero();
    }

    @Test
    void theNoteOnAssumptionsIsTrueForACodedFile() {
        server.write(server.create("/f", "replication=3 striped=true"), 1000);
        assertThat(compare(4000, 0).notes())
                .containsExactly(
                        "1,000 bytes were written to files whose replication or erasure-coding policy is not in the"
                                + " trace; the default replication or RS-6-3-1024k is assumed.");
    }

    @Test
    void positionalReadsAreSentInWholeChunksWithChecksums() {
        long in = server.open("/f");
        server.pread(in, 500, 100).pread(in, 1024, 512);
        // 500..600 touches chunks 0 and 1, 1024..1536 is chunk 2.
        assertThat(traffic().reads()).isEqualTo(new Traffic.Reads(612, 0, 924, 0, 0, 12, 0, 0));
        assertThat(traffic().reads().expected()).isEqualTo(3 * 516);
    }

    @Test
    void aSequentialReadTransfersTheRestOfTheBlock() {
        file(BLOCK + 1000);
        long in = server.open("/f");
        server.read(in, BLOCK - 5000).closeInput(in);
        Traffic.Reads reads = traffic().reads();
        assertThat(reads.unread()).isEqualTo(5000);
        assertThat(reads.uncounted()).isZero();
        assertThat(reads.checksums()).isEqualTo(4 * BLOCK / 512);
        assertThat(reads.expected()).isEqualTo(BLOCK + BLOCK / 128);
        assertThat(reads.uncertaintyLow()).isEqualTo(reads.expected());
        assertThat(compare(0, reads.expected() / 2).reads().verdict())
                .isEqualTo(ReconciliationReport.Verdict.AGREES_WITHIN_UNCERTAINTY);
        assertThat(compare(0, reads.expected() * 2).reads().verdict()).isEqualTo(ReconciliationReport.Verdict.MISMATCH);
    }

    @Test
    void unbufferEndsATransfer() {
        file(5120);
        long in = server.open("/f");
        server.read(in, 1024).call(Call.UNBUFFER, "/f", 0).read(in, 4096);
        assertThat(traffic().reads().expected()).isEqualTo(5120 + 10 * 4);
        server.events().clear();
        server.seek(in, 0).read(in, 1024).unbuffer(in).read(in, 4096).closeInput(in);
        assertThat(traffic().reads().expected()).isEqualTo(5120 + 10 * 4 + 4096 + 8 * 4);
    }

    @Test
    void aSequentialReadAcrossBlocksIsOneTransferEach() {
        file(BLOCK + 1000);
        long in = server.open("/f");
        server.seek(in, 100).read(in, BLOCK).read(in, 900).closeInput(in);
        Traffic.Reads reads = traffic().reads();
        assertThat(reads.rounding()).isEqualTo(100);
        assertThat(reads.expected()).isEqualTo(BLOCK + 1000 + 4 * (BLOCK / 512 + 2));
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aForgedReadOfVeryManyBlocksIsCountedAtOnce() {
        server.create("/f", 1);
        long in = server.open("/f");
        server.readSeries(in, Call.READ, 1L << 30, 1L << 29).closeInput(in);
        assertThat(traffic().reads().checksums()).isEqualTo(4 * (1L << 50));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1000})
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aBlockSizeThatHdfsDoesNotSupportIsUnknown(long size) {
        long out = server.create("/f", "replication=40000 blockSize=" + size);
        server.write(out, 3 * BLOCK + 1000).closeOutput(out);
        long in = server.open("/f");
        server.read(in, 3 * BLOCK + 1000).closeInput(in);
        assertThat(traffic().reads().expected()).isEqualTo(3 * BLOCK + 1000 + 4 * (3 * BLOCK / 512 + 2));
        assertThat(traffic().writes().assumed()).isEqualTo(3 * BLOCK + 1000);
    }

    @Test
    void aShortSeekContinuesTheTransferAndALongOneEndsIt() {
        file(5120);
        long in = server.open("/f");
        server.read(in, 1000).seek(in, 2000).read(in, 1000).closeInput(in);
        assertThat(traffic().reads().expected()).isEqualTo(5120 + 10 * 4);
        assertThat(traffic().reads().unread()).isEqualTo(5120 - 2000);
        server.events().clear();
        long again = server.open("/f");
        server.pread(again, BLOCK - 512, 512);
        server.read(again, 1000).seek(again, BLOCK - 512).read(again, 512).closeInput(again);
        assertThat(traffic().reads().uncounted()).isEqualTo(1000);
        assertThat(traffic().reads().expected()).isEqualTo(2 * 516);
    }

    @Test
    void aTransferInterruptedEarlyIsNotCounted() {
        long size = 100 << 20;
        long in = bigFile(size);
        server.read(in, 1000).closeInput(in);
        Traffic.Reads reads = traffic().reads();
        assertThat(reads.uncounted()).isEqualTo(1000);
        assertThat(reads.uncertaintyHigh()).isZero();
        // Only the read that reveals the size is expected.
        assertThat(reads.expected()).isEqualTo(516);
    }

    @Test
    void aTransferInterruptedLateIsUncertain() {
        long size = 100 << 20;
        long in = bigFile(size);
        server.read(in, size - (1 << 20)).closeInput(in);
        Traffic.Reads reads = traffic().reads();
        assertThat(reads.uncounted()).isEqualTo(size - (1 << 20));
        assertThat(reads.uncertaintyHigh()).isEqualTo(size + size / 128);
        assertThat(compare(0, 516).reads().verdict()).isEqualTo(ReconciliationReport.Verdict.AGREES);
        assertThat(compare(0, size + size / 128).reads().verdict())
                .isEqualTo(ReconciliationReport.Verdict.AGREES_WITHIN_UNCERTAINTY);
        assertThat(compare(0, size * 2).reads().verdict()).isEqualTo(ReconciliationReport.Verdict.MISMATCH);
    }

    @Test
    void shortCircuitReadsBypassTheDataNode() {
        file(5120);
        long in = server.open("/f");
        server.pread(in, 0, 5120).closeInput(in, "bytes=5120 local=5120 shortCircuit=5120 zeroCopy=0");
        assertThat(traffic().reads().shortCircuit()).isEqualTo(5120);
    }

    @Test
    void agreesWithinOnePercent() {
        write(100_000);
        assertThat(compare(300_000, 0).agrees()).isTrue();
        assertThat(compare(302_000, 0).writes().unexplainedPercent()).isCloseTo(0.66, within(0.01));
        assertThat(compare(302_000, 0).agrees()).isTrue();
        assertThat(compare(298_000, 0).agrees()).isTrue();
        assertThat(compare(304_000, 0).agrees()).isFalse();
        assertThat(compare(0, 0).agrees()).isFalse();
        assertThat(compare(300_000, 10).agrees()).isFalse();
    }

    @Test
    void reReplicationIsNamedAndBounded() {
        write(100_000);
        DataNodeCounters two = counters(300_000 + 2 * BLOCK, 2);
        ReconciliationReport explained = CounterReconciliation.compare(traffic(), two, 0, BLOCK);
        assertThat(explained.agrees()).isTrue();
        assertThat(explained.writes().differences())
                .extracting(ReconciliationReport.Difference::name)
                .containsExactly("replication", "re-replication");
        DataNodeCounters tooMuch = counters(300_000 + 3 * BLOCK, 2);
        assertThat(CounterReconciliation.compare(traffic(), tooMuch, 0, BLOCK).agrees())
                .isFalse();
    }

    @Test
    void anIncompleteTraceAddsANote() {
        write(10);
        assertThat(CounterReconciliation.compare(traffic(), counters(30, 0), 3, BLOCK)
                        .notes())
                .singleElement()
                .asString()
                .contains("3 events");
    }

    @Test
    void countersAreReadAsWritten(@TempDir Path directory) throws IOException {
        DataNodeCounters counters = counters(123, 4);
        Path file = directory.resolve("counters.json");
        counters.write(file);
        assertThat(DataNodeCounters.read(file)).isEqualTo(counters);
    }

    @Test
    void invalidCountersAreRejectedInOneLine(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("counters.json");
        for (String bad : List.of(
                "",
                "nonsense",
                "{}",
                "{\"dataNodes\": []}",
                "{\"dataNodes\": [{\"bytesWritten\": -1}]}",
                "{\"dataNodes\": [{\"bytesWritten\": \"many\"}]}")) {
            Files.writeString(file, bad);
            assertThatThrownBy(() -> DataNodeCounters.read(file))
                    .as(bad)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("counters.json")
                    .hasMessageNotContaining("\n");
        }
        assertThatThrownBy(() -> new DataNodeCounters.OfDataNode("dn", -1, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static DataNodeCounters counters(long written, long replicated) {
        return new DataNodeCounters(List.of(new DataNodeCounters.OfDataNode("dn", written, 0, replicated)));
    }

    private ReconciliationReport compare(long written, long read) {
        return CounterReconciliation.compare(
                traffic(),
                new DataNodeCounters(List.of(new DataNodeCounters.OfDataNode("dn", written, read, 0))),
                0,
                BLOCK);
    }

    private void write(long bytes) {
        long out = server.create("/w", 3);
        server.write(out, bytes).closeOutput(out);
    }

    private void file(long bytes) {
        long out = server.create("/f", 1);
        server.write(out, bytes).closeOutput(out);
    }

    /** Opens a file smaller than its block; a read of its end reveals its size. */
    private long bigFile(long size) {
        long in = server.open("/big");
        server.pread(in, size - 512, 512);
        return in;
    }

    private Traffic traffic() {
        return Feed.whole(new TrafficFigure(), new Assumptions(3, 128 << 20), server.events());
    }
}
