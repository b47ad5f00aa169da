package org.underbase.sim.cost;

/**
 * Prices in dollars and failure rates.
 *
 * @param disk price of a disk
 * @param ramGigabyte price of RAM per GiB
 * @param flashGigabyte price of flash per GiB
 * @param diskFailures share of disks that fail per year
 * @param ramFailures share of RAM modules that fail per year
 */
public record Prices(double disk, double ramGigabyte, double flashGigabyte, double diskFailures, double ramFailures) {
    /** Table 3 of FAST '14. */
    public static final Prices PAPER = new Prices(100, 5, 0.8, 0.04, 0.04);

    /** Returns the price of a machine's RAM, flash and disks. */
    public double capex(Hardware hardware) {
        return capex(hardware, hardware.disks() * disk);
    }

    /**
     * Returns the price of a machine's RAM, flash and disks.
     *
     * @param hardware hardware of the machine
     * @param disks price of its disks
     */
    public double capex(Hardware hardware, double disks) {
        return disks + ram(hardware) + flash(hardware);
    }

    /**
     * Returns the price per year of replaced hardware.
     *
     * @param hardware hardware of the machine
     * @param flashYears lifetime of its flash; not used without flash
     * @param withRam whether failures of RAM count; the paper's figures fit neither answer completely
     */
    public double opex(Hardware hardware, double flashYears, boolean withRam) {
        return opex(hardware, hardware.disks() * disk, flashYears, withRam);
    }

    /**
     * Returns the price per year of replaced hardware.
     *
     * @param hardware hardware of the machine
     * @param disks price of its disks
     * @param flashYears lifetime of its flash; not used without flash
     * @param withRam whether failures of RAM count
     */
    public double opex(Hardware hardware, double disks, double flashYears, boolean withRam) {
        return diskFailures * disks
                + (withRam ? ramFailures * ram(hardware) : 0)
                + (hardware.flashGigabytes() == 0 ? 0 : flash(hardware) / flashYears);
    }

    private double ram(Hardware hardware) {
        return hardware.ramGigabytes() * ramGigabyte;
    }

    private double flash(Hardware hardware) {
        return hardware.flashGigabytes() * flashGigabyte;
    }
}
