package org.underbase.bench.tiers.fake;

/**
 * What a {@link NamenodeMain} is asked to do.
 *
 * @param kind what
 * @param directory where the files are
 * @param count how often
 * @param threads by how many threads together
 * @param word a policy for POLICY and STORAGE_POLICY, an order for FIGURES; else empty
 * @param seed of random choices
 */
public record Job(Kind kind, String directory, int count, int threads, String word, long seed) {
    /** What can be done. */
    public enum Kind {
        /** Makes the directory and sets the policy {@code word} on it, unless that is empty. */
        POLICY,
        /** Makes the directory and sets the storage policy {@code word} on it. */
        STORAGE_POLICY,
        /** Makes {@code count} files of one block with all replicas, which LOCATIONS asks for. */
        FILES,
        /** Timed: BlockManager.chooseTarget4NewBlock. */
        CHOOSE,
        /** Timed: ClientProtocol.addBlock, of the first block of files that are there. */
        ADD_BLOCK,
        /** Timed: ClientProtocol.getBlockLocations. */
        LOCATIONS,
        /** Writes files of 16 blocks from every node and reads them all; counts where replicas are and reads go. */
        FIGURES
    }

    /** A timed job. */
    public static Job timed(Kind kind, String directory, int count, int threads) {
        return new Job(kind, directory, count, threads, "", 1);
    }
}
