package org.underbase.bench.tiers.simulated;

/**
 * Request to a {@link NamenodeMain}.
 *
 * @param kind kind of job
 * @param directory directory of the files
 * @param count number of files or operations
 * @param threads number of concurrent threads
 * @param word policy for POLICY, SUBTREE, FIRST_MOVE and STORAGE_POLICY, order for FIGURES; otherwise empty
 * @param seed seed of random choices
 */
public record Job(Kind kind, String directory, int count, int threads, String word, long seed) {
    /** Kind of job. */
    public enum Kind {
        /** Creates the directory and sets the policy {@code word} unless it is empty. */
        POLICY,
        /** Creates the directory and sets the storage policy {@code word}. */
        STORAGE_POLICY,
        /** Creates {@code count} files of one block with all replicas, which LOCATIONS reads. */
        FILES,
        /** Timed: BlockManager.chooseTarget4NewBlock. */
        CHOOSE,
        /** Timed: ClientProtocol.addBlock, for the first block of existing files. */
        ADD_BLOCK,
        /** Timed: ClientProtocol.getBlockLocations. */
        LOCATIONS,
        /** Waits for {@code count} complete scans of the monitor; returns its holds of the namesystem's lock. */
        SCANS,
        /** Sets the policy {@code word} and waits until the monitor has checked all files below; returns its time under lock. */
        SUBTREE,
        /** Sets the policy {@code word} and waits for the monitor's first move. */
        FIRST_MOVE,
        /** Writes files of 16 blocks from every node and reads all; counts the locations of replicas and reads. */
        FIGURES
    }

    /**
     * Creates a timed job.
     *
     * @param kind kind of job
     * @param directory directory of the files
     * @param count number of operations
     * @param threads number of concurrent threads
     */
    public static Job timed(Kind kind, String directory, int count, int threads) {
        return new Job(kind, directory, count, threads, "", 1);
    }
}
