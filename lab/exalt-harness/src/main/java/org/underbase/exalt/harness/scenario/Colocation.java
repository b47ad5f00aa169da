package org.underbase.exalt.harness.scenario;

import java.util.List;
import java.util.Locale;

/**
 * What rows with Tardis values need beside what as many rows with random values of that size need. The colocation ratio is the least of the
 * quotients of disk, network and memory: so many nodes need as much of any of these as one did. Processors are told beside it, for
 * they bound how fast so many nodes can be.
 *
 * @param bytes of a value
 * @param plain with random values
 * @param tardis with Tardis values
 */
record Colocation(int bytes, Use plain, Use tardis) {
    static final List<String> HEADS = List.of(
            "bytes of a value",
            "disk B/row: random",
            "disk: Tardis",
            "wire B/row: random",
            "wire: Tardis",
            "memstore B/row: random",
            "memstore: Tardis",
            "disk x",
            "wire x",
            "memstore x",
            "colocation",
            "processor ms/row: random",
            "processor: Tardis");

    private static final double HALF = 0.5;
    private static final double MILLIS = 1e3;

    /**
     * What rows needed.
     *
     * @param rows that were written
     * @param disk bytes of files that hold their replicas in write-ahead logs and store files
     * @param wire bytes through the loopback interface
     * @param memstore bytes of heap
     * @param cpuSeconds of all processes of the run
     */
    record Use(long rows, long disk, long wire, long memstore, double cpuSeconds) {
        double diskEach() {
            return (double) disk / rows;
        }

        double wireEach() {
            return (double) wire / rows;
        }

        double memstoreEach() {
            return (double) memstore / rows;
        }

        double cpuSecondsEach() {
            return cpuSeconds / rows;
        }
    }

    double disk() {
        return plain.diskEach() / tardis.diskEach();
    }

    double wire() {
        return plain.wireEach() / tardis.wireEach();
    }

    double memstore() {
        return plain.memstoreEach() / tardis.memstoreEach();
    }

    double ratio() {
        return Math.min(Math.min(disk(), wire()), memstore());
    }

    List<String> row() {
        return List.of(
                Integer.toString(bytes),
                Measured.number(plain.diskEach(), 0),
                Measured.number(tardis.diskEach(), 0),
                Measured.number(plain.wireEach(), 0),
                Measured.number(tardis.wireEach(), 0),
                Measured.number(plain.memstoreEach(), 0),
                Measured.number(tardis.memstoreEach(), 0),
                Measured.number(disk(), 1),
                Measured.number(wire(), 1),
                Measured.number(memstore(), 1),
                Measured.number(ratio(), 1),
                Measured.number(plain.cpuSecondsEach() * MILLIS, 2),
                Measured.number(tardis.cpuSecondsEach() * MILLIS, 2));
    }

    /** @param all in the order of their sizes, at least one */
    static String verdict(List<Colocation> all) {
        Colocation first = all.get(0);
        Colocation last = all.get(all.size() - 1);
        Colocation best =
                all.stream().max((a, b) -> Double.compare(a.ratio(), b.ratio())).orElseThrow();
        Colocation half = all.stream()
                .filter(each -> each.ratio() >= HALF * best.ratio())
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "With values of %,d bytes %.1f nodes need what one needed, with %,d bytes %.1f; the most is %.1f, and half of it is had"
                        + " from %,d bytes on",
                first.bytes,
                first.ratio(),
                last.bytes,
                last.ratio(),
                best.ratio(),
                half.bytes);
    }
}
