package org.underbase.htfs.format;

import java.util.zip.CRC32C;

/** CRC32C (Castagnoli, RFC 3720 appendix B.4), the checksum of headers and payloads. */
final class Crc {
    private Crc() {}

    static int of(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
