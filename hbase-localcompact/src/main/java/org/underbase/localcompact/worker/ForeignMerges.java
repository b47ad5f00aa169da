package org.underbase.localcompact.worker;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/** Tasks of the running merges for other servers. Thread-safe. */
final class ForeignMerges {
    private final Map<Merge, TaskEntry> running = new ConcurrentHashMap<>();

    /** Adds a merge for the server at an address. */
    void start(Merge merge, TicketProto ticket, String owner) {
        running.put(merge, new TaskEntry("Merge", store(ticket), "for RegionServer " + owner));
        update(merge);
    }

    private static String store(TicketProto ticket) {
        try {
            return TaskEntry.store(
                    RegionInfo.parseFrom(ticket.getRegion().toByteArray()),
                    ticket.getFamily().toStringUtf8());
        } catch (DeserializationException e) {
            throw new IllegalArgumentException("invalid region in the ticket", e);
        }
    }

    /** Updates the task of a merge, if it has one. */
    void update(Merge merge) {
        TaskEntry task = running.get(merge);
        if (task != null) {
            task.update(phase(merge.state()), Math.round(100 * merge.progress().getProgressPct()));
        }
    }

    /** Removes a merge, if it has a task. */
    void end(Merge merge) {
        TaskEntry task = running.remove(merge);
        if (task != null) {
            StateProto state = merge.state();
            task.end(state.getPhase() == Phase.FAILED ? "failed: " + state.getFailure() : "");
        }
    }

    /** Lists the tasks in the order of their stores. */
    List<TaskProto> tasks() {
        return running.values().stream()
                .map(TaskEntry::state)
                .sorted(Comparator.comparing(TaskProto::getStore))
                .toList();
    }

    private static String phase(StateProto state) {
        return switch (state.getPhase()) {
            case WAITING -> "waiting for block " + state.getBlock();
            case MERGING -> "merging block " + state.getBlock();
            case WRITTEN -> "block " + state.getBlock() + " written, awaiting the other servers";
            case FINISHED -> "file written, awaiting its completion";
            case FAILED -> "failed: " + state.getFailure();
        };
    }
}
