package org.underbase.localcompact.worker;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.io.compress.Compressor;

/**
 * What two servers must have in common to write the same bytes: the release of HBase, the JVM and what compresses; and to
 * compare them, how they digest. The digests find everything else.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /**
     * That of this process.
     *
     * @param family whose files are written
     * @return one line
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
            // HBase will say so as well, when it writes.
            return algorithm.getName() + "/" + e.getClass().getName();
        }
    }
}
