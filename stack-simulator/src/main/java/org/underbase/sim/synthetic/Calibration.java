package org.underbase.sim.synthetic;

/**
 * Marginals of the generated requests. The values of {@link #PAPER} are inputs: they are never a result of a simulation.
 *
 * @param userReadsPerSecond reads of blocks for clients
 * @param blockBytes size of a block of a store file
 * @param compactionCallBytes bytes of a write call of flushes and compactions
 * @param logCallsPerSecond write calls of each log
 * @param logCallBytes mean bytes of a call
 * @param logFileBytes size at which a log is replaced
 * @param logLifeMinutes time until a replaced log is deleted
 * @param flushMegabytesPerMinute flushed bytes of each machine
 * @param flushMedianBytes median size of a flushed file
 * @param compactionRatio bytes that compactions write per flushed byte
 * @param inputPerOutput bytes that a compaction reads per written byte
 * @param flushBytesPerSecond speed of a flush
 * @param compactionBytesPerSecond speed of a compaction
 * @param stores stores of a machine
 * @param oldFiles files of a store at the start
 * @param oldFileBytes median size of the oldest of them; the others are smaller
 * @param firstReads share of reads whose block was not read before
 * @param sequential share of reads that continue the previous read
 * @param hotBlocks share of blocks that are likely to be read again
 * @param coldWeight probability of a block that is not hot to be chosen again, relative to a hot one
 * @param leastRepeatMinutes shortest time between reads of a block
 * @param mostRepeatMinutes longest time; the times are log-uniform between both
 * @param dailyCycle amplitude of the daily cycle of all rates
 */
public record Calibration(
        double userReadsPerSecond,
        int blockBytes,
        int compactionCallBytes,
        double logCallsPerSecond,
        int logCallBytes,
        int logFileBytes,
        double logLifeMinutes,
        double flushMegabytesPerMinute,
        double flushMedianBytes,
        double compactionRatio,
        double inputPerOutput,
        double flushBytesPerSecond,
        double compactionBytesPerSecond,
        int stores,
        int oldFiles,
        double oldFileBytes,
        double firstReads,
        double sequential,
        double hotBlocks,
        double coldWeight,
        double leastRepeatMinutes,
        double mostRepeatMinutes,
        double dailyCycle) {
    private static final double MB = 1 << 20;

    /**
     * FAST '14: Table 1 for rates, sections 4.2 to 4.4 for sizes, the heat of reads and their locality. Times between reads
     * continue Figure 7 (none within 4 minutes, 26% within 32 minutes) as a straight line over the logarithm of the time.
     * Speeds of flushes and compactions are fitted to the execution times of their requests in Table 1, because slow streams
     * are interrupted by more seeks. Number of stores, life of logs and the daily cycle are assumptions.
     */
    public static final Calibration PAPER = new Calibration(
            241,
            34 << 10,
            32 << 10,
            351,
            2_650,
            218 << 20,
            60,
            5.3,
            0.7 * MB,
            17,
            1.056,
            10 * MB,
            3.5 * MB,
            2_000,
            4,
            1_600 * MB,
            0.258,
            0.25,
            0.08,
            0.275,
            4,
            1_508,
            0.3);
}
