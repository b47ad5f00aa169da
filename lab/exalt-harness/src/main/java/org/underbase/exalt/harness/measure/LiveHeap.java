package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.exalt.harness.cluster.ExaltCluster;

/**
 * What JVMs hold: objects that are reachable, as a histogram of the heap tells, which collects garbage before, and what is resident of
 * the processes, buffers outside the heap among it.
 *
 * @param bytes of all objects
 * @param byteArrays bytes of arrays of bytes among them: data is in these, or outside the heap
 * @param residentBytes of the processes
 */
public record LiveHeap(long bytes, long byteArrays, long residentBytes) {
    private static final Pattern BYTE_ARRAYS = Pattern.compile("(?m)^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+\\[B\\b.*$");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");
    private static final long KILOBYTE = 1024;

    /**
     * Looks at JVMs.
     *
     * @param cluster that they belong to
     * @param pids of them
     * @return their sum
     * @throws IOException when one of them does not answer
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

    /** @param histogram as {@code jcmd PID GC.class_histogram} prints it */
    static LiveHeap of(String histogram, long residentBytes) throws IOException {
        return new LiveHeap(number(TOTAL, histogram), number(BYTE_ARRAYS, histogram), residentBytes);
    }

    private static long number(Pattern pattern, String histogram) throws IOException {
        Matcher found = pattern.matcher(histogram);
        if (!found.find()) {
            throw new IOException("not a histogram of a heap: "
                    + histogram.lines().findFirst().orElse("nothing"));
        }
        return Long.parseLong(found.group(1));
    }
}
