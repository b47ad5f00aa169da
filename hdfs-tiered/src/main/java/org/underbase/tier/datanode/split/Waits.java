package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.underbase.tier.datanode.split.Namenodes.Redundancy;
import org.underbase.tier.datanode.split.Namenodes.Registered;

/** Waits for states of the NameNodes. */
final class Waits {
    private final Namenodes namenodes;
    private final Limits limits;
    private final Consumer<String> progress;

    Waits(Namenodes namenodes, Limits limits, Consumer<String> progress) {
        this.namenodes = namenodes;
        this.limits = limits;
        this.progress = progress;
    }

    /** Condition whose evaluation may fail. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    /** Returns the DataNode on each NameNode. */
    List<Registered> registered(String datanodeUuid) throws IOException {
        return namenodes.datanodes().stream()
                .map(all -> all.getOrDefault(datanodeUuid, Registered.NONE))
                .toList();
    }

    /** Whether a NameNode has the storage for the DataNode. */
    boolean has(String datanodeUuid, String storageId) throws IOException {
        return registered(datanodeUuid).stream()
                .anyMatch(each -> each.storages().contains(storageId));
    }

    /**
     * Waits for a full block report of a DataNode with its storages to each NameNode. A DataNode reports after its first
     * heartbeat, at which the NameNode ends to count replicas on its other storages.
     *
     * @param before result of {@link #registered} before the start of the DataNode
     */
    void forBlockReport(String tier, String datanodeUuid, Set<String> storages, List<Registered> before)
            throws IOException {
        until("the NameNode has no block report of datanode " + tier + " (UUID " + datanodeUuid + ")", () -> {
            List<Registered> now = registered(datanodeUuid);
            for (int i = 0; i < now.size(); i++) {
                // A NameNode that was restarted need not know a DataNode without storages.
                boolean unknown = now.get(i).equals(Registered.NONE);
                boolean reported = now.get(i).blockReport() > 0
                        && now.get(i).blockReport() != before.get(i).blockReport();
                if (!(unknown || reported) || !now.get(i).storages().containsAll(storages)) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Waits until all blocks have sufficient replicas. */
    void forRedundancy() throws IOException {
        progress.accept("waiting until all blocks have sufficient replicas");
        Instant[] goodSince = {Instant.MAX};
        Redundancy[] last = {new Redundancy(0, 0, false)};
        try {
            until("", () -> {
                for (Redundancy each : namenodes.redundancy()) {
                    last[0] = each;
                    if (each.safeMode() || Math.max(each.missing(), each.low()) > limits.lowRedundancy()) {
                        goodSince[0] = Instant.MAX;
                        return false;
                    }
                }
                Instant now = Instant.ofEpochSecond(0, System.nanoTime());
                goodSince[0] = goodSince[0].isAfter(now) ? now : goodSince[0];
                return !goodSince[0].plus(limits.settle()).isAfter(now);
            });
        } catch (TimedOutException e) {
            throw new IOException(
                    last[0].safeMode()
                            ? "the NameNode is in safe mode"
                            : last[0].missing() + " blocks are missing and " + last[0].low()
                                    + " have too few replicas; repair them or raise --max-low-redundancy",
                    e);
        }
    }

    /** A condition did not hold in time. */
    private static final class TimedOutException extends IOException {
        private static final long serialVersionUID = 1L;

        TimedOutException(String message) {
            super(message);
        }
    }

    private void until(String failure, Condition condition) throws IOException {
        long start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start > limits.timeout().toNanos()) {
                throw new TimedOutException(
                        failure + " after " + limits.timeout().toSeconds() + " s");
            }
            try {
                Thread.sleep(limits.poll().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
    }
}
