package org.underbase.sim.whatif;

import java.math.BigDecimal;

/** Quantity of a machine or tier: its key in hardware files, and the values that a simulation can represent. */
enum Quantity {
    /** RAM for the page cache. The cache counts its pages and those of flash in an int. */
    RAM("ram.gigabytes", 0.0001, 4_000, "GiB"),
    /** Flash below RAM. */
    FLASH("flash.gigabytes", 0, 4_000, "GiB"),
    /** Disks of a machine: one of them may contain only the combined log. */
    DISKS("disks", 2, 1_000),
    /** Bandwidth of a disk. */
    BANDWIDTH("disk.megabytes.per.second", 0.01, 100_000, "MB/s"),
    /** Time of a full seek. */
    SEEK("disk.seek.millis", 0, 10_000, "ms"),
    /** Time of a flush of a disk's cache. */
    FLUSH("disk.flush.millis", 0, 10_000, "ms"),
    /** Price of a disk. */
    DISK_PRICE("price.disk.dollars", 0, 100_000, "dollars"),
    /** Price of RAM. */
    RAM_PRICE("price.ram.dollars.per.gigabyte", 0, 10_000, "dollars per GiB"),
    /** Price of flash. */
    FLASH_PRICE("price.flash.dollars.per.gigabyte", 0, 10_000, "dollars per GiB"),
    /** Disks that fail. */
    DISK_FAILURES("failure.disk.percent.per.year", 0, 100, "% per year"),
    /** RAM modules that fail. */
    RAM_FAILURES("failure.ram.percent.per.year", 0, 100, "% per year"),
    /** Machines with a DataNode of a tier. */
    TIER_NODES("nodes", 1, 10_000),
    /** Disks of such a DataNode. */
    TIER_DISKS("disks", 1, 1_000),
    /** Price of such a disk. */
    TIER_DISK_PRICE("disk.dollars", 0, 100_000, "dollars");

    private final String key;
    private final double least;
    private final double most;
    private final String unit;

    /** Creates a number of things. */
    Quantity(String key, int least, int most) {
        this(key, least, most, "");
    }

    Quantity(String key, double least, double most, String unit) {
        this.key = key;
        this.least = least;
        this.most = most;
        this.unit = unit;
    }

    /** Returns the key, without that of a tier. */
    String key() {
        return key;
    }

    /**
     * Parses a number.
     *
     * @param setting the setting as the user wrote it
     * @param number its number
     * @throws IllegalArgumentException if the text is not a number within the bounds
     */
    double parse(String setting, String number) {
        try {
            return check(setting, Double.parseDouble(number));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(invalid(setting).getMessage() + ", given as a number without a unit", e);
        }
    }

    /**
     * Returns a number within the bounds.
     *
     * @param setting the setting as the user wrote it
     * @throws IllegalArgumentException if the number is out of the bounds
     */
    double check(String setting, double value) {
        if (value >= least && value <= most && (!isCount() || value == Math.rint(value))) {
            return value;
        }
        throw invalid(setting);
    }

    private boolean isCount() {
        return unit.isEmpty();
    }

    private IllegalArgumentException invalid(String setting) {
        String bounds = plain(least) + " and " + plain(most);
        return new IllegalArgumentException(setting + " must be "
                + (isCount() ? "a whole number between " + bounds : "between " + bounds + " " + unit));
    }

    private static String plain(double bound) {
        return new BigDecimal(Double.toString(bound)).stripTrailingZeros().toPlainString();
    }
}
