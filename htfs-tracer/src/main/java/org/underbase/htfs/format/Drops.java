package org.underbase.htfs.format;

/**
 * Counts of dropped events by cause. Each dropped event is in exactly one count.
 *
 * @param full events dropped because the thread's ring was full
 * @param writeError events dropped because their block could not be written
 * @param sizeCap events dropped because the traces reached their size limit
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
