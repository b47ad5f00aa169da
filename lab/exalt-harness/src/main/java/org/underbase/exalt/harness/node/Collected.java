package org.underbase.exalt.harness.node;

/**
 * Collections of garbage.
 *
 * @param count of them
 * @param millis that they took, of all JVMs together
 */
public record Collected(long count, double millis) {
    /**
     * Since an earlier look; a JVM that was started again meanwhile counts from its start.
     *
     * @param before that look
     * @return the difference
     */
    public Collected since(Collected before) {
        return count < before.count ? this : new Collected(count - before.count, millis - before.millis);
    }
}
