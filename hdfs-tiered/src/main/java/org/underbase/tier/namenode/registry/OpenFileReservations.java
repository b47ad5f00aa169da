package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;

/**
 * Reserved bytes of the last placed blocks of open files. A placement reserves whole blocks, before they are in their file. A
 * count that visits the file then repeats the reservation, and the close of the file releases the bytes that its last block does
 * not need. Thread-safe.
 */
final class OpenFileReservations {
    private static final int FILES_MAX = 100_000;

    /** Placements by inode ID; the latest {@link #FILES_MAX}. */
    private final Map<Long, Placed> lastBlocks = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Placed> eldest) {
            return size() > FILES_MAX;
        }
    };

    /**
     * Placement of the last block of an open file.
     *
     * @param blocks number of blocks before
     * @param limits quotas that applied
     * @param replicas number of replicas on each tier
     * @param blockSize reserved bytes of each replica
     * @param numbers numbers of the reservations
     */
    private record Placed(
            int blocks, List<QuotaLimit> limits, TierCounts replicas, long blockSize, List<Long> numbers) {}

    /**
     * Records the reservation of a file's next block.
     *
     * @param numbers results of {@link QuotaUse#reserve(TierCounts, long, boolean)}, in the order of the room's limits
     */
    synchronized void placed(QuotaRoom room, TierCounts replicas, List<Long> numbers) {
        lastBlocks.put(room.inode(), new Placed(room.blocks(), room.limits(), replicas, room.blockSize(), numbers));
    }

    /**
     * Repeats the reservation of a placed block that a count replaces although the block is not yet in its file.
     *
     * @param blocks present number of the file's blocks
     * @param use use whose count visits the file
     */
    synchronized void visited(long file, int blocks, QuotaUse use) {
        Placed last = lastBlocks.get(file);
        if (last == null || last.blocks() != blocks) {
            return;
        }
        List<Long> numbers = new ArrayList<>(last.numbers());
        for (int i = 0; i < numbers.size(); i++) {
            if (last.limits().get(i).use() == use) {
                numbers.set(i, use.reserveAgain(last.replicas(), last.blockSize(), numbers.get(i)));
            }
        }
        lastBlocks.put(file, new Placed(last.blocks(), last.limits(), last.replicas(), last.blockSize(), numbers));
    }

    /**
     * Ends the reservation of a closed file, and releases the bytes that its last block does not need.
     *
     * @param bytes size of the last block; empty for a file without blocks
     */
    void closed(long file, OptionalLong bytes) {
        Placed last;
        synchronized (this) {
            last = lastBlocks.remove(file);
        }
        if (last == null || bytes.isEmpty()) {
            return;
        }
        for (int i = 0; i < last.limits().size(); i++) {
            last.limits()
                    .get(i)
                    .use()
                    .release(
                            last.replicas(),
                            last.blockSize() - bytes.getAsLong(),
                            last.numbers().get(i));
        }
    }

    /** Forgets all reservations, because another NameNode is active. */
    synchronized void forget() {
        lastBlocks.clear();
    }
}
