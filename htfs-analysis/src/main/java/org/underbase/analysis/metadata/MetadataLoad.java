package org.underbase.analysis.metadata;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Calls that the NameNode serves, compared with the data that the same clients moved.
 *
 * @param spanNanos time from the first to the last event
 * @param all sums of all clients
 * @param files number of files with bytes read or written
 * @param fileBytes bytes that were read from and written to them
 * @param hosts sums by host, in descending order of their calls
 * @param users sums by user, in descending order of their calls
 */
public record MetadataLoad(long spanNanos, Load all, long files, long fileBytes, List<Load> hosts, List<Load> users) {
    private static final double GIB = 1L << 30;

    public MetadataLoad {
        hosts = sorted(hosts);
        users = sorted(users);
    }

    /**
     * Load by one host or user.
     *
     * @param name the host or user; empty for all
     * @param calls calls that the NameNode served
     * @param opens those that opened a stream
     * @param bytes bytes read and written
     */
    public record Load(String name, long calls, long opens, long bytes) {
        private static final Comparator<Load> ORDER =
                Comparator.comparingLong(Load::calls).reversed().thenComparing(Load::name);

        /** Returns the calls per GiB moved; empty if nothing was moved. */
        public OptionalDouble perGib() {
            return bytes == 0 ? OptionalDouble.empty() : OptionalDouble.of(calls / (bytes / GIB));
        }

        /** Returns the bytes moved per opened stream; empty if nothing was moved or opened. */
        public OptionalDouble bytesPerOpen() {
            return opens == 0 || bytes == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) bytes / opens);
        }

        /** Returns the calls per second; empty if the trace has no duration. */
        OptionalDouble perSecond(long nanos) {
            return nanos <= 0 ? OptionalDouble.empty() : OptionalDouble.of(calls / (nanos / 1e9));
        }
    }

    /** Returns the calls per second; empty if the trace has no duration. */
    public OptionalDouble perSecond() {
        return all.perSecond(spanNanos);
    }

    /** Returns the bytes moved per file; empty without files. */
    public OptionalDouble bytesPerFile() {
        return files == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) fileBytes / files);
    }

    private static List<Load> sorted(List<Load> names) {
        return names.stream().sorted(Load.ORDER).toList();
    }
}
