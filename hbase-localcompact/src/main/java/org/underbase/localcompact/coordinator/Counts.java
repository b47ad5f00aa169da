package org.underbase.localcompact.coordinator;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many compactions were local ones, and why the others were not. Thread-safe. */
public final class Counts {
    private final LongAdder local = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder estimated = new LongAdder();
    private final LongAdder missing = new LongAdder();
    private final LongAdder saved = new LongAdder();
    private final Map<Reason, LongAdder> stock = new EnumMap<>(Reason.class);

    Counts() {
        for (Reason reason : Reason.values()) {
            stock.put(reason, new LongAdder());
        }
    }

    /** One more of these; {@code cost} is what was expected of it. */
    void local(long length, Cost cost) {
        local.increment();
        bytes.add(length);
        estimated.add(cost.expected());
        missing.add(cost.missing());
        Cost real = cost.with(length);
        saved.add(real.stock() - real.local());
    }

    /**
     * One more that stock did.
     *
     * @param reason why
     */
    public void stock(Reason reason) {
        stock.get(reason).increment();
    }

    /**
     * Local ones.
     *
     * @return how many
     */
    public long local() {
        return local.sum();
    }

    /**
     * Bytes of their outputs, of one replica each.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes.sum();
    }

    /**
     * Stock ones for a reason.
     *
     * @param reason which
     * @return how many
     */
    public long stockFor(Reason reason) {
        return stock.get(reason).sum();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("local " + local());
        for (Reason reason : Reason.values()) {
            text.append(", stock ").append(reason).append(' ').append(stockFor(reason));
        }
        return text.toString();
    }

    /**
     * Bytes that the outputs were expected to have before.
     *
     * @return bytes
     */
    public long estimated() {
        return estimated.sum();
    }

    /**
     * Input bytes that were not on the nodes that merged them, and so came over the network.
     *
     * @return bytes
     */
    public long missing() {
        return missing.sum();
    }

    /**
     * Bytes that stock compactions would have sent in place of the local ones, less what those sent.
     *
     * @return bytes
     */
    public long saved() {
        return saved.sum();
    }
}
