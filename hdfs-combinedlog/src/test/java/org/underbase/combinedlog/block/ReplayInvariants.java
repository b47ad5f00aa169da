package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.combinedlog.journal.Journal;

/** Invariants of simulated blocks after a replay. */
final class ReplayInvariants {
    private final List<SimulatedBlock> blocks;
    private final SimulatedReplicas replicas;

    ReplayInvariants(List<SimulatedBlock> blocks, SimulatedReplicas replicas) {
        this.blocks = blocks;
        this.replicas = replicas;
    }

    /** Violation of an invariant. */
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1;

        Violation(String message) {
            super(message);
        }
    }

    /**
     * Checks the files after a replay.
     *
     * @param durable last sequence that was on disk before the crash
     * @param before blocks whose files existed before the replay
     * @param deferred whether an earlier replay failed, after which the cause of a shorter length is unknown
     */
    void check(Journal<BlockKey> journal, long durable, Set<BlockKey> before, boolean deferred, ReplayReport report)
            throws IOException {
        Map<BlockKey, ReplayPlan> plans = new HashMap<>();
        journal.replay(record -> {
            BlockRecord decoded = BlockRecord.decode(record);
            plans.computeIfAbsent(decoded.key(), any -> new ReplayPlan())
                    .add(record.sequence(), record.sequence(), 0, decoded);
        });
        Set<BlockKey> replayed = new LinkedHashSet<>();
        plans.forEach((key, plan) -> {
            // A shorter one was truncated or recreated when power failed, before that was recorded.
            boolean known = replicas.found(key)
                    .filter(files -> files.dataLength() < plan.firstOffset())
                    .isEmpty();
            if (plan.hasState() && known) {
                replayed.add(key);
            }
        });
        if (report.corruptCount() > 0 && !deferred) {
            throw new Violation("the replay could not repair a replica: " + report);
        }
        if (report.journal().gaps() > 0) {
            throw new Violation("the journal has gaps: " + report);
        }
        checkAcknowledged(replayed);
        for (SimulatedBlock block : served()) {
            boolean exists = replicas.found(block.key).isPresent();
            boolean deleted = block.deletion >= 0 && block.deletion <= durable;
            if (deleted && exists && !before.contains(block.key)) {
                throw new Violation("block " + block.key + " was deleted and reappears");
            }
            if (deleted && replayed.contains(block.key)) {
                throw new Violation("block " + block.key + " was deleted and is replayed");
            }
            boolean safe =
                    replicas.allOnDisk(block.key) || report.kept().records().containsKey(block.key);
            if (exists && replayed.contains(block.key) && !safe) {
                throw new Violation("block " + block.key + " is neither on disk nor in the journal after its replay");
            }
        }
    }

    private List<SimulatedBlock> served() {
        return blocks.stream().filter(block -> !block.withdrawn).toList();
    }

    /** Checks that all acknowledged bytes and states are in the files. */
    void checkAcknowledged(Set<BlockKey> replayed) throws IOException {
        for (SimulatedBlock block : served()) {
            Optional<SimulatedReplicas.Files> found = replicas.found(block.key);
            if (found.isEmpty()) {
                if (block.acked > 0 || block.finalAcked) {
                    throw new Violation("block " + block.key + " is lost, with " + block.acked + " bytes");
                }
                continue;
            }
            String violation = block.violation(found.get());
            if (!violation.isEmpty()) {
                throw new Violation("block " + block.key + " " + violation);
            }
            if (replayed.contains(block.key) && !block.lost) {
                int valid = block.validLength(found.get());
                byte[] data = found.get().data();
                if (data.length > 0 && valid < Math.min(data.length, block.truncating)) {
                    throw new Violation("block " + block.key + " matches its checksums up to " + valid + " of "
                            + data.length + " after its replay");
                }
                if (!block.isOneContent(data)) {
                    throw new Violation("block " + block.key + " has content that was never written");
                }
            }
        }
    }

    /** Returns a summary of all files. */
    List<String> state() {
        List<String> state = new ArrayList<>();
        for (SimulatedBlock block : blocks) {
            replicas.found(block.key)
                    .ifPresent(files -> state.add(block.key + " " + files.generationStamp() + " " + files.isFinalized()
                            + " " + files.data().length + " " + Arrays.hashCode(files.data()) + " "
                            + Arrays.hashCode(files.meta())));
        }
        return state;
    }
}
