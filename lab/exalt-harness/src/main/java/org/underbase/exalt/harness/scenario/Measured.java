package org.underbase.exalt.harness.scenario;

import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;

/**
 * Row of a scenario's table.
 *
 * @param what label
 * @param rate rate of created files or directories, per second
 * @param queue mean time of a call in the NameNode's queue, in milliseconds
 * @param work mean processing time of a call in the NameNode, in milliseconds
 * @param writeLock mean hold time of the namesystem's write lock, in milliseconds
 * @param client mean time of a client operation, in milliseconds
 * @param busy busy share of the machine's processors, in percent
 */
record Measured(String what, double rate, double queue, double work, double writeLock, double client, double busy) {
    static final List<String> HEADS =
            List.of("load", "files/s", "queue ms", "work ms", "write lock ms", "client ms", "machine busy %");

    private static final double NANOS_PER_MILLI = 1e6;

    static Measured of(String what, Phase phase) {
        return new Measured(
                what,
                phase.filesPerSecond(),
                phase.nameNode().get(Column.NN_QUEUE_MS),
                phase.nameNode().get(Column.NN_PROCESSING_MS),
                phase.nameNode().get(Column.NN_WRITE_LOCK_MS),
                phase.progress().operationNanos()
                        / NANOS_PER_MILLI
                        / Math.max(1, phase.progress().operations()),
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
