package org.underbase.exalt.harness.scenario;

import java.util.List;
import java.util.Locale;

/**
 * Resources of rows with Tardis values compared with as many rows with random values of that size. The colocation ratio is the minimum of the
 * ratios of disk, network and memory: the number of nodes that need as much of each resource as one node. Processor time is listed
 * separately, because it limits the speed of the nodes.
 *
 * @param bytes size of a value, in bytes
 * @param plain resources with random values
 * @param tardis resources with Tardis values
 */
record Colocation(int bytes, Use plain, Use tardis) {
    static final List<String> HEADS = List.of(
            "value bytes",
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
     * Resources of rows.
     *
     * @param rows number of written rows
     * @param disk size of the replicas of write-ahead logs and store files, in bytes
     * @param wire bytes through the loopback interface
     * @param memstore heap of memstores, in bytes
     * @param cpuSeconds processor time of all processes of the run, in seconds
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

    /** @param all ratios in ascending order of value sizes, at least one */
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
                "With values of %,d bytes, %.1f nodes need the resources of one; with %,d bytes, %.1f. The maximum is %.1f; values of at"
                        + " least %,d bytes reach half of it",
                first.bytes,
                first.ratio(),
                last.bytes,
                last.ratio(),
                best.ratio(),
                half.bytes);
    }
}
