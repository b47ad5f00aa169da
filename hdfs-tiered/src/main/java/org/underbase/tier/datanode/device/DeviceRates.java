package org.underbase.tier.datanode.device;

/**
 * How fast a device is. 0 stands for not known.
 *
 * @param readBandwidth bytes a second, read in sequence
 * @param writeBandwidth bytes a second, written in sequence
 * @param readIops random 4 KiB reads a second, one at a time
 * @param writeIops random 4 KiB writes a second, one at a time
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

    /** These rates, and those of {@code other} where these are not known. */
    DeviceRates or(DeviceRates other) {
        return new DeviceRates(
                readBandwidth > 0 ? readBandwidth : other.readBandwidth,
                writeBandwidth > 0 ? writeBandwidth : other.writeBandwidth,
                readIops > 0 ? readIops : other.readIops,
                writeIops > 0 ? writeIops : other.writeIops);
    }

    /** What that many such devices do together. */
    DeviceRates times(int devices) {
        return new DeviceRates(
                Math.multiplyExact(readBandwidth, devices),
                Math.multiplyExact(writeBandwidth, devices),
                Math.multiplyExact(readIops, devices),
                Math.multiplyExact(writeIops, devices));
    }
}
