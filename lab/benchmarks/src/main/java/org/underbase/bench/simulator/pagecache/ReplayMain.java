package org.underbase.bench.simulator.pagecache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.underbase.testbed.process.MemoryGroup;

/**
 * One measured run: {@code ReplayMain DIRECTORY WARM_UP_DIRECTORY GROUP DEVICE SEED SECONDS} applies the accesses at their times,
 * and prints the pages that the device read and wrote, and the pages of the cache at the end. The process enters the group
 * after its own memory is allocated, so that the group contains little more than pages of files.
 */
public final class ReplayMain {
    private static final int WARM_UP_SECONDS = 60;
    private static final String CACHE = "total_cache ";
    private static final int PAGE = 4096;

    private ReplayMain() {}

    /** Runs the accesses. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        MemoryGroup group = new MemoryGroup(Path.of(args[2]));
        Path device = Path.of(args[3]);
        List<Access> accesses = AccessList.of(Long.parseLong(args[4]), Integer.parseInt(args[5]));
        AccessFiles warm = new AccessFiles(Path.of(args[1]));
        warm.create(0, AccessList.OLD_BYTES);
        for (Access access : AccessList.of(0, WARM_UP_SECONDS)) {
            if (access.kind() != Access.Kind.RANDOM_READ || access.file() == 0) {
                warm.apply(access);
            }
        }
        group.add(ProcessHandle.current().pid());
        DeviceCounters before = DeviceCounters.of(device);
        AccessFiles files = new AccessFiles(directory);
        long begin = System.nanoTime();
        for (Access access : accesses) {
            for (long now = System.nanoTime(); now - begin < access.nanos(); now = System.nanoTime()) {
                LockSupport.parkNanos(access.nanos() - (now - begin));
            }
            files.apply(access);
        }
        DeviceCounters counters = DeviceCounters.of(device).minus(before);
        System.out.println(counters.read());
        System.out.println(counters.written());
        System.out.println(cachePages(group));
    }

    private static long cachePages(MemoryGroup group) throws IOException {
        return Files.readAllLines(group.path().resolve("memory.stat")).stream()
                .filter(line -> line.startsWith(CACHE))
                .mapToLong(line -> Long.parseLong(line.substring(CACHE.length())) / PAGE)
                .findFirst()
                .orElseThrow(() -> new IOException("no line " + CACHE + "in " + group.path() + "/memory.stat"));
    }
}
