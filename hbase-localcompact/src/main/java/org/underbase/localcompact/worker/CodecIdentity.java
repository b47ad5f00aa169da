package org.underbase.localcompact.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.io.compress.Compressor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identity of the codec libraries of this process: class of the compressor, version of the library as far as its jar states it,
 * and checksum of a compressed sample. Native libraries such as zlib do not state their version, and another build of the
 * same version may compress differently; the sample detects both.
 */
final class CodecIdentity {
    private static final Logger LOG = LoggerFactory.getLogger(CodecIdentity.class);

    /** Classes of the libraries that the compressors of Hadoop and HBase call. */
    private static final Map<Algorithm, String> LIBRARIES = Map.of(
            Algorithm.ZSTD, "com.github.luben.zstd.Zstd",
            Algorithm.LZ4, "net.jpountz.lz4.LZ4Factory",
            Algorithm.SNAPPY, "org.xerial.snappy.Snappy");

    private static final int SAMPLE_BYTES = 64 << 10;
    private static final int SAMPLE_SEED = 14;

    private static final Map<Algorithm, String> KNOWN = new EnumMap<>(Algorithm.class);

    private CodecIdentity() {}

    /** Computes the identity once per process and algorithm. */
    static String of(Algorithm algorithm) {
        if (algorithm == Algorithm.NONE) {
            return "none";
        }
        synchronized (KNOWN) {
            return KNOWN.computeIfAbsent(algorithm, CodecIdentity::compute);
        }
    }

    static String compute(Algorithm algorithm) {
        try {
            Compressor compressor = algorithm.getCompressor();
            try {
                // A pooled compressor has the level and the dictionary of its last user.
                compressor.reinit(new Configuration(false));
                return algorithm.getName() + "/" + compressor.getClass().getName() + "/" + version(algorithm) + "/"
                        + checksum(algorithm, compressor);
            } finally {
                algorithm.returnCompressor(compressor);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            // HBase reports the same error when it writes.
            LOG.debug("Cannot compress with {}", algorithm.getName(), e);
            return algorithm.getName() + "/" + e.getClass().getName();
        }
    }

    private static String version(Algorithm algorithm) {
        String library = LIBRARIES.get(algorithm);
        if (library != null) {
            try {
                Package of = Class.forName(library, false, Algorithm.class.getClassLoader())
                        .getPackage();
                return String.valueOf(of.getImplementationVersion());
            } catch (ClassNotFoundException e) {
                LOG.debug("The codec of {} does not use {}", algorithm.getName(), library, e);
            }
        }
        return "unknown";
    }

    static String checksum(Algorithm algorithm, Compressor compressor) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = algorithm.createCompressionStream(compressed, compressor, 0)) {
            out.write(sample());
        }
        CRC32 crc = new CRC32();
        crc.update(compressed.toByteArray());
        return Long.toHexString(crc.getValue());
    }

    /** Cell-like bytes: a compressor has to find matches of different lengths and distances. */
    private static byte[] sample() {
        Random random = new Random(SAMPLE_SEED);
        byte[] sample = new byte[SAMPLE_BYTES];
        int at = 0;
        while (at < SAMPLE_BYTES) {
            int length = Math.min(1 + random.nextInt(SAMPLE_BYTES >> 9), SAMPLE_BYTES - at);
            if (at < length || random.nextInt(3) == 0) {
                for (int i = 0; i < length; i++) {
                    sample[at + i] = (byte) random.nextInt(random.nextInt(256) + 1);
                }
            } else {
                System.arraycopy(sample, random.nextInt(at - length + 1), sample, at, length);
            }
            at += length;
        }
        return sample;
    }
}
