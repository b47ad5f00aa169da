package org.underbase.localcompact.coordinator;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of local compactions and of fallbacks by reason. Thread-safe. */
public final class CompactionCounters {
    private final LongAdder local = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder estimated = new LongAdder();
    private final LongAdder nonLocal = new LongAdder();
    private final LongAdder saved = new LongAdder();
    private final LongAdder savedBetweenRacks = new LongAdder();
    private final Map<String, LongAdder> savedByDataNode = new ConcurrentHashMap<>();
    private final Map<FallbackReason, LongAdder> fallbacks = new EnumMap<>(FallbackReason.class);

    CompactionCounters() {
        for (FallbackReason reason : FallbackReason.values()) {
            fallbacks.put(reason, new LongAdder());
        }
    }

    /**
     * Counts a local compaction.
     *
     * @param length bytes of the output
     * @param cost cost that was estimated before it ran
     * @param nonLocalInput input bytes that each remote node read over the network, by DataNode
     */
    void addLocal(long length, CompactionCost cost, Map<String, Long> nonLocalInput) {
        NetworkCost network = cost.network().with(length);
        NetworkCost betweenRacks = cost.betweenRacks().with(length);
        local.increment();
        bytes.add(length);
        estimated.add(cost.network().expected());
        nonLocal.add(network.nonLocal());
        saved.add(network.stock() - network.local());
        savedBetweenRacks.add(betweenRacks.stock() - betweenRacks.local());
        nonLocalInput.forEach((dataNode, read) -> savedByDataNode
                .computeIfAbsent(dataNode, any -> new LongAdder())
                .add(length - read));
    }

    /**
     * Counts a fallback to stock compaction.
     *
     * @param reason reason of the fallback
     */
    public void addFallback(FallbackReason reason) {
        fallbacks.get(reason).increment();
    }

    /**
     * Counts the local compactions.
     *
     * @return number of local compactions
     */
    public long local() {
        return local.sum();
    }

    /**
     * Sums up the outputs of local compactions.
     *
     * @return bytes of one replica of each output
     */
    public long bytes() {
        return bytes.sum();
    }

    /**
     * Counts the fallbacks of one reason.
     *
     * @param reason reason of the fallbacks
     * @return number of fallbacks
     */
    public long fallbacks(FallbackReason reason) {
        return fallbacks.get(reason).sum();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("local " + local());
        for (FallbackReason reason : FallbackReason.values()) {
            text.append(", fallback ").append(reason).append(' ').append(fallbacks(reason));
        }
        return text.toString();
    }

    /**
     * Sums up the estimated outputs of local compactions.
     *
     * @return bytes of one replica of each output, as estimated
     */
    public long estimated() {
        return estimated.sum();
    }

    /**
     * Sums up the non-local inputs of local compactions.
     *
     * @return input bytes that the merging nodes read over the network
     */
    public long nonLocal() {
        return nonLocal.sum();
    }

    /**
     * Computes the saved network traffic.
     *
     * @return bytes that stock compactions would have sent, minus the bytes that the local ones sent
     */
    public long saved() {
        return saved.sum();
    }

    /**
     * Computes the saved network traffic between racks.
     *
     * @return the part of {@link #saved} that crosses racks
     */
    public long savedBetweenRacks() {
        return savedBetweenRacks.sum();
    }

    /**
     * Computes the saved network traffic to each remote node.
     *
     * @return bytes of outputs that stock compactions would have sent to a DataNode, minus the inputs that its merges read over
     *     the network, by data transfer address
     */
    public Map<String, Long> savedByDataNode() {
        Map<String, Long> sums = new TreeMap<>();
        savedByDataNode.forEach((dataNode, sum) -> sums.put(dataNode, sum.sum()));
        return sums;
    }
}
