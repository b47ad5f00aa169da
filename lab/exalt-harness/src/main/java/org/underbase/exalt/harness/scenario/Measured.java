package org.underbase.exalt.harness.scenario;

import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;

/**
 * One line of a scenario's table.
 *
 * @param what it was
 * @param rate files or directories that clients made in a second
 * @param queue mean time of a call in the NameNode's queue, in milliseconds
 * @param work mean time in which the NameNode worked on a call, in milliseconds
 * @param writeLock mean time that the namesystem's write lock was held, in milliseconds
 * @param client mean time of an operation as the client saw it, in milliseconds
 * @param busy share of the machine's processors, in percent
 */
record Measured(String what, double rate, double queue, double work, double writeLock, double client, double busy) {
    static final List<String> HEADS =
            List.of("what", "files/s", "queue ms", "work ms", "write lock held ms", "client ms", "machine busy %");

    private static final double NANOS_PER_MILLI = 1e6;

    static Measured of(String what, Phase phase) {
        return new Measured(
                what,
                phase.filesPerSecond(),
                phase.nameNode().get(Column.NN_QUEUE_MS),
                phase.nameNode().get(Column.NN_PROCESSING_MS),
                phase.nameNode().get(Column.NN_WRITE_LOCK_MS),
                phase.said().operationNanos()
                        / NANOS_PER_MILLI
                        / Math.max(1, phase.said().operations()),
                phase.busy());
    }

    List<String> row() {
        return List.of(
                what,
                number(rate, 0),
                number(queue, 3),
                number(work, 3),
                number(writeLock, 4),
                number(client, 2),
                number(busy, 0));
    }

    static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
