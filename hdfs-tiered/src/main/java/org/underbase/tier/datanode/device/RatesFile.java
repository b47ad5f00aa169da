package org.underbase.tier.datanode.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * File that stores the measured performance of a device with its data. All numbers are big-endian:
 *
 * <pre>
 * offset  0  int   magic, "UBTD"
 *         4  int   version, 1
 *         8  long  time of the measurement, milliseconds since 1970
 *        16  long  read bandwidth, bytes per second
 *        24  long  write bandwidth, bytes per second
 *        32  long  random 4 KiB reads per second
 *        40  long  random 4 KiB writes per second
 *        48  int   CRC32C of the bytes before
 * </pre>
 *
 * A file that is corrupt or has another version is ignored.
 */
final class RatesFile {
    static final String NAME = "underbase-tier-device";
    static final String TEMPORARY = WholeFile.temporary(NAME);
    static final int LENGTH = 52;

    private static final int MAGIC = 0x55425444;
    private static final int VERSION = 1;
    private static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    private RatesFile() {}

    /** Content of a file; {@code corrupt} is true if the file exists but is invalid. */
    record Content(Optional<DeviceRates> rates, boolean corrupt) {}

    /**
     * Reads the file.
     *
     * @throws IOException if it cannot be read
     */
    static Content read(Path directory) throws IOException {
        byte[] bytes;
        try {
            Path file = directory.resolve(NAME);
            if (Files.size(file) != LENGTH) {
                return new Content(Optional.empty(), true);
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new Content(Optional.empty(), false);
        }
        Optional<DeviceRates> rates = decode(bytes);
        return new Content(rates, rates.isEmpty());
    }

    /** Writes the file completely or not at all, also at a power failure. */
    static void write(Path directory, DeviceRates rates, long measuredAt) throws IOException {
        WholeFile.write(directory, NAME, encode(rates, measuredAt));
    }

    static byte[] encode(DeviceRates rates, long measuredAt) {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        bytes.putInt(MAGIC).putInt(VERSION).putLong(measuredAt);
        bytes.putLong(rates.readBandwidth()).putLong(rates.writeBandwidth());
        bytes.putLong(rates.readIops()).putLong(rates.writeIops());
        bytes.putInt(WholeFile.crc(bytes.array(), CRC_OFFSET));
        return bytes.array();
    }

    static Optional<DeviceRates> decode(byte[] content) {
        if (content.length != LENGTH) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(content);
        if (bytes.getInt(0) != MAGIC
                || bytes.getInt(4) != VERSION
                || bytes.getInt(CRC_OFFSET) != WholeFile.crc(content, CRC_OFFSET)) {
            return Optional.empty();
        }
        long read = bytes.getLong(16);
        long write = bytes.getLong(24);
        long readIops = bytes.getLong(32);
        long writeIops = bytes.getLong(40);
        if (read <= 0 || write <= 0 || readIops <= 0 || writeIops <= 0) {
            return Optional.empty();
        }
        return Optional.of(new DeviceRates(read, write, readIops, writeIops));
    }
}
