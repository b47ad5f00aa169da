package org.underbase.tier.datanode.device;

/**
 * Performance of a device; 0 if unknown.
 *
 * @param readBandwidth sequential read bandwidth, in bytes per second
 * @param writeBandwidth sequential write bandwidth, in bytes per second
 * @param readIops random 4 KiB reads per second, one at a time
 * @param writeIops random 4 KiB writes per second, one at a time
 */
record DeviceRates(long readBandwidth, long writeBandwidth, long readIops, long writeIops) {
    static final DeviceRates UNKNOWN = new DeviceRates(0, 0, 0, 0);

    DeviceRates {
        if (readBandwidth < 0 || writeBandwidth < 0 || readIops < 0 || writeIops < 0) {
            throw new IllegalArgumentException("a rate is negative");
        }
    }

    boolean complete() {
        return readBandwidth > 0 && writeBandwidth > 0 && readIops > 0 && writeIops > 0;
    }

    /** Returns these rates, with those of {@code other} for unknown ones. */
    DeviceRates or(DeviceRates other) {
        return new DeviceRates(
                readBandwidth > 0 ? readBandwidth : other.readBandwidth,
                writeBandwidth > 0 ? writeBandwidth : other.writeBandwidth,
                readIops > 0 ? readIops : other.readIops,
                writeIops > 0 ? writeIops : other.writeIops);
    }

    /** Returns the total of a number of such devices. */
    DeviceRates times(int devices) {
        return new DeviceRates(
                Math.multiplyExact(readBandwidth, devices),
                Math.multiplyExact(writeBandwidth, devices),
                Math.multiplyExact(readIops, devices),
                Math.multiplyExact(writeIops, devices));
    }
}
