package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.exalt.harness.cluster.ExaltCluster;

/**
 * Live memory of JVMs: reachable objects, from a heap histogram after a garbage collection, and the resident memory of the processes,
 * which includes buffers outside of the heap.
 *
 * @param bytes size of all objects, in bytes
 * @param byteArrays size of all byte arrays, in bytes; data is in these or outside of the heap
 * @param residentBytes resident memory of the processes, in bytes
 */
public record LiveHeap(long bytes, long byteArrays, long residentBytes) {
    private static final Pattern BYTE_ARRAYS = Pattern.compile("(?m)^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+\\[B\\b.*$");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");
    private static final long KILOBYTE = 1024;

    /**
     * Measures JVMs.
     *
     * @param cluster cluster of the JVMs
     * @param pids process IDs of the JVMs
     * @return the sums
     * @throws IOException if a JVM does not respond
     */
    public static LiveHeap of(ExaltCluster cluster, List<Long> pids) throws IOException {
        LiveHeap sum = new LiveHeap(0, 0, 0);
        for (long pid : pids) {
            LiveHeap one = of(cluster.jcmd(pid, "GC.class_histogram"), ProcFiles.status(pid, "VmRSS") * KILOBYTE);
            sum = new LiveHeap(
                    sum.bytes + one.bytes, sum.byteArrays + one.byteArrays, sum.residentBytes + one.residentBytes);
        }
        return sum;
    }

    /** @param histogram output of {@code jcmd PID GC.class_histogram} */
    static LiveHeap of(String histogram, long residentBytes) throws IOException {
        return new LiveHeap(number(TOTAL, histogram), number(BYTE_ARRAYS, histogram), residentBytes);
    }

    private static long number(Pattern pattern, String histogram) throws IOException {
        Matcher found = pattern.matcher(histogram);
        if (!found.find()) {
            throw new IOException(
                    "not a heap histogram: " + histogram.lines().findFirst().orElse("nothing"));
        }
        return Long.parseLong(found.group(1));
    }
}
