package org.underbase.bench.localcompact.pressure;

/** Unscaled speed of the links between nodes. */
enum Speed {
    GIGABIT("1 Gbps", 1_000_000_000),
    HUNDRED("100 Mbps", 100_000_000);

    private static final int BITS_PER_BYTE = 8;

    private final String title;
    private final long bitsPerSecond;

    Speed(String title, long bitsPerSecond) {
        this.title = title;
        this.bitsPerSecond = bitsPerSecond;
    }

    String title() {
        return title;
    }

    /** Returns the scaled rate in the notation of tc(8). */
    String rate(double factor) {
        return Math.round(bitsPerSecond * factor) + "bit";
    }

    double bytesPerSecond() {
        return (double) bitsPerSecond / BITS_PER_BYTE;
    }
}
