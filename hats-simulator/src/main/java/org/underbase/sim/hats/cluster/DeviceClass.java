package org.underbase.sim.hats.cluster;

/**
 * Class of equal devices.
 *
 * @param readRate sequential read rate of a device, in MB/s
 * @param writeRate sequential write rate of a device, in MB/s
 * @param bytes capacity of a device
 */
public record DeviceClass(double readRate, double writeRate, long bytes) {
    private static final long GB = 1_000_000_000;

    /** PCIe SSD of Table I. */
    public static final DeviceClass PCIE = new DeviceClass(533, 245, 128 * GB);
    /** SATA SSD of Table I. */
    public static final DeviceClass SATA = new DeviceClass(191, 139, 128 * GB);
    /** HDD of Table I. */
    public static final DeviceClass HDD = new DeviceClass(61, 46, 500 * GB);

    /** Returns devices of the same rates and another capacity. */
    public DeviceClass withBytes(long capacity) {
        return new DeviceClass(readRate, writeRate, capacity);
    }
}
