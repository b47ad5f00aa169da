package org.underbase.sim.cost;

/**
 * Wear of flash, which the device spreads evenly.
 *
 * @param cycles program/erase cycles of a cell
 */
public record FlashWear(long cycles) {
    /** 10,000 cycles, as in FAST '14. */
    public static final FlashWear DEFAULT = new FlashWear(10_000);

    private static final double MINUTES_PER_YEAR = 365 * 24 * 60;

    /**
     * Returns the time after which the flash is worn out.
     *
     * @param flashBytes size of the flash
     * @param bytesPerMinute writes to it
     * @return lifetime in years
     */
    public double years(double flashBytes, double bytesPerMinute) {
        return flashBytes * cycles / (bytesPerMinute * MINUTES_PER_YEAR);
    }
}
