package org.underbase.workload.random;

/**
 * Random number generator SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) with the distributions that the workloads need. The
 * JDK's generators changed the conversion of bits to bounded numbers between Java versions; a seed must give the same
 * workload on every version. {@link StrictMath} is used for the same reason. Not thread-safe.
 */
public final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double DOUBLE_UNIT = 0x1.0p-53;

    private long state;

    public SeededRandom(long seed) {
        this.state = seed;
    }

    /** Creates the generator of a sequence of keys; distinct sequences give independent streams. */
    public static SeededRandom of(long... keys) {
        return new SeededRandom(hash(keys));
    }

    /** Returns a 64-bit hash of a sequence of keys. */
    public static long hash(long... keys) {
        long h = 0;
        for (long key : keys) {
            h = mix((h + GOLDEN) ^ mix(key + GOLDEN));
        }
        return h;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** Draws a uniform integer in [0, bound). The bias is below 2^-32 for the bounds in use. */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive: " + bound);
        }
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** Draws a uniform number in [0, 1). */
    public double nextDouble() {
        return (nextLong() >>> 11) * DOUBLE_UNIT;
    }

    public boolean chance(double probability) {
        return nextDouble() < probability;
    }

    /** Draws from the normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958). */
    public double nextGaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * nextDouble());
    }

    /** Draws from the exponential distribution with mean 1. */
    public double nextExponential() {
        return -StrictMath.log(1 - nextDouble());
    }

    /** Draws from a log-normal distribution, given its median and the standard deviation of its logarithm. */
    public double nextLogNormal(double median, double sigma) {
        return median * StrictMath.exp(sigma * nextGaussian());
    }

    /** Draws from a geometric distribution: failures before the first success, with the given mean. */
    public int nextGeometric(double mean) {
        if (mean <= 0) {
            return 0;
        }
        double failure = mean / (mean + 1);
        return (int) Math.min(Integer.MAX_VALUE, StrictMath.log(1 - nextDouble()) / StrictMath.log(failure));
    }

    /** Draws a rank in [0, size) with P(rank) close to 1/(rank+1): Zipf's law with exponent 1, without a table. */
    public int nextLogUniform(int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size must be positive: " + size);
        }
        int rank = (int) StrictMath.pow(size + 1.0, nextDouble()) - 1;
        return Math.min(rank, size - 1);
    }
}
