package org.underbase.combinedlog.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.PowerSupply;
import org.underbase.combinedlog.journal.SimulatedDisk;
import org.underbase.combinedlog.journal.Steps;

/** A journal whose disk failed is given up: only here can be seen what is on the disks of the replicas at which moment. */
class GivenUpJournalTest {
    private static final String STORAGE = "DS-1";
    private static final DataChecksum CHECKSUM =
            DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, SimulatedBlock.CHUNK);
    private static final int LIMIT = 1_000;

    private final Random random = new Random(7);
    private final PowerSupply power = new PowerSupply();
    private final SimulatedReplicas replicas = new SimulatedReplicas(power);
    private final List<SimulatedBlock> synced = new ArrayList<>();
    private Journal<BlockKey> journal;
    private BlockLog log;

    @BeforeEach
    void syncSome() throws IOException {
        journal = Journal.open(
                new SimulatedDisk(power),
                new JournalOptions(
                        3,
                        64 << 10,
                        64 << 10,
                        Duration.ZERO,
                        16 << 10,
                        false,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofSeconds(1)));
        log = new BlockLog(journal, replicas, LIMIT);
        Steps.start(journal, log);
        for (int id = 1; id <= 3; id++) {
            SimulatedBlock block = written(id);
            assertThat(log.record(block.key, STORAGE, id, CHECKSUM, block.length(), files(block)))
                    .isPositive();
            synced.add(block);
        }
        SimulatedBlock closed = synced.get(2);
        closed.rename(replicas, closed.generationStamp, true);
        assertThat(log.recordFinalized(closed.key, STORAGE, 3, closed.length(), files(closed))
                        .whole())
                .isTrue();
        assertThat(Steps.commit(journal)).isTrue();
    }

    private SimulatedBlock written(int id) throws IOException {
        SimulatedBlock block = new SimulatedBlock(new BlockKey("BP-1", id), CHECKSUM);
        block.create(replicas, id);
        block.write(replicas, SimulatedBlock.bytes(random, 500));
        return block;
    }

    private ReplicaFiles files(SimulatedBlock block) {
        return replicas.found(block.key).orElseThrow();
    }

    @Test
    void trap7WhatAFailedJournalHeldIsForcedBeforeTheJournalIsDeclaredVoid() throws IOException {
        SimulatedBlock flushed = written(9);
        assertThat(synced).noneMatch(block -> replicas.allOnDisk(block.key));
        List<String> noted = new ArrayList<>();
        long records = journal.statistics().records();

        log.giveUp(() -> {
            assertThat(synced).allMatch(block -> replicas.allOnDisk(block.key));
            noted.add("void");
        });
        log.giveUp(() -> noted.add("twice"));

        assertThat(noted).containsExactly("void");
        assertThat(replicas.allOnDisk(flushed.key)).as("nobody asked for it").isFalse();
        // From here on whoever syncs forces the files.
        assertThat(log.sync(flushed.key, STORAGE, 9, CHECKSUM, flushed.length(), files(flushed)))
                .isEqualTo(Outcome.FAILED);
        assertThat(journal.statistics().records()).isEqualTo(records);
    }

    @Test
    void trap7AReplicaThatCannotBeForcedEitherIsReportedAndTheOthersAreForced() {
        replicas.failNextForce(random);
        List<String> noted = new ArrayList<>();

        assertThatThrownBy(() -> log.giveUp(() -> noted.add("void"))).isInstanceOf(IOException.class);

        assertThat(noted).containsExactly("void");
        assertThat(replicas.givenUp()).hasSize(1);
        assertThat(synced.stream().filter(block -> !replicas.givenUp().contains(block.key)))
                .hasSize(2)
                .allMatch(block -> replicas.allOnDisk(block.key));
    }
}
