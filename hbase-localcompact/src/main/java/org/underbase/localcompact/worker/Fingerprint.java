package org.underbase.localcompact.worker;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.io.compress.Compressor;

/**
 * Versions that two servers must share to write the same bytes: HBase, the JVM and the codecs, and the digest algorithm to
 * compare them. The digests detect all other differences.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /**
     * Computes the fingerprint of this process.
     *
     * @param family column family of the files to write
     * @return fingerprint in one line
     */
    public static String of(ColumnFamilyDescriptor family) {
        return String.join(
                ";",
                "hbase=" + VersionInfo.getVersion() + "/" + VersionInfo.getRevision(),
                "java=" + Runtime.version(),
                "digest=" + BlockDigest.NAME,
                "minor=" + compressor(family.getMinorCompactionCompressionType()),
                "major=" + compressor(family.getMajorCompactionCompressionType()));
    }

    private static String compressor(Algorithm algorithm) {
        if (algorithm == Algorithm.NONE) {
            return "none";
        }
        try {
            Compressor compressor = algorithm.getCompressor();
            try {
                return algorithm.getName() + "/" + compressor.getClass().getName();
            } finally {
                algorithm.returnCompressor(compressor);
            }
        } catch (RuntimeException | LinkageError e) {
            // HBase reports the same error when it writes.
            return algorithm.getName() + "/" + e.getClass().getName();
        }
    }
}
