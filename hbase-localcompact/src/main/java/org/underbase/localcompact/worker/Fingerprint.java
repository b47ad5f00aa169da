package org.underbase.localcompact.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Versions that two servers must share to write the same bytes: HBase, the JVM, this module and the codecs, and the digest
 * algorithm to compare them. The digests detect all other differences.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /**
     * Returns the checksum of this module's classes. The first call reads them; call it when the server starts, before its jar
     * can be replaced.
     *
     * @return hexadecimal digits, or {@code unknown}
     */
    public static String build() {
        return ModuleCode.CHECKSUM;
    }

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
                "localcompact=" + build(),
                "digest=" + BlockDigest.NAME,
                "minor=" + CodecIdentity.of(family.getMinorCompactionCompressionType()),
                "major=" + CodecIdentity.of(family.getMajorCompactionCompressionType()));
    }

    /** Describes the differing parts of two fingerprints; empty if they are equal. */
    static String difference(String here, String coordinator) {
        if (here.equals(coordinator)) {
            return "";
        }
        Map<String, String> own = parts(here);
        Map<String, String> other = parts(coordinator);
        TreeSet<String> names = new TreeSet<>(own.keySet());
        names.addAll(other.keySet());
        List<String> different = new ArrayList<>();
        for (String name : names) {
            String mine = own.getOrDefault(name, "none");
            String theirs = other.getOrDefault(name, "none");
            if (!mine.equals(theirs)) {
                different.add("different " + name + ": " + mine + " here, " + theirs + " on the coordinator");
            }
        }
        return String.join("; ", different);
    }

    private static Map<String, String> parts(String fingerprint) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : fingerprint.split(";", -1)) {
            int end = part.indexOf('=');
            parts.put(end < 0 ? part : part.substring(0, end), end < 0 ? "" : part.substring(end + 1));
        }
        return parts;
    }
}
