package org.underbase.combinedlog.soak;

import java.util.List;
import java.util.stream.LongStream;

/** Kind of an injected crash. */
enum Crash {
    /** {@code kill -9}. */
    KILL("kills"),
    /** Loss of all bytes that are not on the device. */
    POWER_FAILURE("power_failures"),
    /** An fsync of a block file fails once with an I/O error; then a crash, and a power failure at the latest after the restart. */
    FAILED_FSYNC("failed_fsyncs"),
    /** A crash, and an upgrade of HDFS before the restart. */
    UPGRADE("upgrades"),
    /** A crash during an upgrade of HDFS, which is rolled back before the restart. */
    ROLLBACK("rollbacks");

    /** The first rounds contain all kinds; one crash in seven is a power failure, and one a failed fsync. */
    private static final List<Crash> CYCLE = List.of(
            KILL,
            POWER_FAILURE,
            FAILED_FSYNC,
            UPGRADE,
            ROLLBACK,
            KILL,
            KILL,
            KILL,
            POWER_FAILURE,
            FAILED_FSYNC,
            KILL,
            KILL,
            KILL,
            KILL);

    private final String metric;

    Crash(String metric) {
        this.metric = metric;
    }

    /** Returns the name of the metric that counts the crashes of this kind. */
    String metric() {
        return metric;
    }

    /** Returns the first crashes of the schedule. */
    static List<Crash> schedule(long count) {
        return LongStream.range(0, count)
                .mapToObj(number -> CYCLE.get((int) (number % CYCLE.size())))
                .toList();
    }
}
