package org.underbase.analysis.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.Fields;

/**
 * Part of a trace that varies independently of the others: the bootstrap gives weights to units, not to calls or files.
 *
 * @param kind kind of the unit
 * @param name name of the host, region, server or directory
 * @param hour hour since the first call of the trace; 0 unless the unit is an hour of a host
 */
record Unit(Kind kind, String name, long hour) implements Comparable<Unit> {
    private static final Comparator<Unit> ORDER =
            Comparator.comparing(Unit::kind).thenComparing(Unit::name).thenComparingLong(Unit::hour);

    private static final String LOGS = "/WALs/";
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Kinds of units. */
    enum Kind {
        /** One hour of one host, for sums over calls. */
        HOST_HOUR,
        /** HBase region, for its store files. */
        REGION,
        /** RegionServer, for its logs. */
        SERVER,
        /** Directory, for other files. */
        DIRECTORY
    }

    static Unit of(String host, long hour) {
        return new Unit(Kind.HOST_HOUR, host, hour);
    }

    static Unit of(FileFacts file) {
        if (!file.region().isEmpty()) {
            return new Unit(Kind.REGION, file.region(), 0);
        }
        String path = file.path();
        int logs = path.indexOf(LOGS);
        int server = logs + LOGS.length();
        int end = logs < 0 ? -1 : path.indexOf('/', server);
        if (end > 0) {
            return new Unit(Kind.SERVER, withoutStart(path.substring(server, end)), 0);
        }
        return new Unit(Kind.DIRECTORY, path.substring(0, Math.max(0, path.lastIndexOf('/'))), 0);
    }

    /** Removes the start from {@code HOST,PORT,START}, so that a restarted server is the same unit. */
    private static String withoutStart(String server) {
        int last = server.lastIndexOf(',');
        return last > server.indexOf(',') ? server.substring(0, last) : server;
    }

    /** Returns a hash that is equal in all processes and for the same unit of another trace. */
    long hash() {
        long hash = FNV_BASIS;
        for (byte next : (kind.name() + '\n' + hour + '\n' + name).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (next & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    Unit transfer(Fields fields) throws IOException {
        return new Unit(fields.constant(kind), fields.text(name), fields.number(hour));
    }

    @Override
    public int compareTo(Unit other) {
        return ORDER.compare(this, other);
    }
}
