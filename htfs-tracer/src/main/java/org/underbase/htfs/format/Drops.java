package org.underbase.htfs.format;

/**
 * Events that were lost, by reason. No event is lost without being counted in one of these.
 *
 * @param full the ring of the thread was full
 * @param writeError the block could not be written
 * @param sizeCap the cap on the size of the traces was reached
 */
public record Drops(long full, long writeError, long sizeCap) {
    public static final Drops NONE = new Drops(0, 0, 0);

    public long total() {
        return full + writeError + sizeCap;
    }

    public Drops plus(Drops other) {
        return new Drops(full + other.full, writeError + other.writeError, sizeCap + other.sizeCap);
    }

    public Drops minus(Drops other) {
        return new Drops(full - other.full, writeError - other.writeError, sizeCap - other.sizeCap);
    }
}
