package org.underbase.bench.simulator.pagecache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.bench.simulator.pagecache.Access.Kind;

/**
 * Seeded list of the accesses of a DataNode: reads of blocks at random positions, most of them in a part of the files that fits
 * into the cache; new files, a third deleted soon, a third read in sequence and deleted later, and a third only read; a log with
 * fsyncs. New files end 40 seconds before the list, so that the number of written pages does not depend on the moments at which
 * the kernel writes.
 */
final class AccessList {
    /** Files that exist at the beginning. */
    static final int OLD_FILES = 12;
    /** Size of each of them. */
    static final int OLD_BYTES = 32 << 20;

    private static final int HOT_BYTES = 8 << 20;
    private static final double HOT = 0.7;
    private static final int READ = 64 << 10;
    private static final int CHUNK = 512;
    private static final int READS_PER_SECOND = 150;
    private static final int NEW_BYTES = 8 << 20;
    private static final int PACKET = 126 * CHUNK;
    private static final int SYNCS_PER_SECOND = 10;
    private static final int RECORD = 2600;
    private static final int LOG = 50;
    private static final int FIRST_NEW = 100;
    private static final int QUIET_SECONDS = 40;
    private static final int SCAN_SECONDS = 15;
    private static final int SOON_SECONDS = 10;
    private static final int LATE_SECONDS = 45;
    private static final long SECOND = 1_000_000_000L;
    /** Time between two new files. */
    private static final long NEW = 1_300_000_000L;

    private final List<Access> accesses = new ArrayList<>();
    private final SplittableRandom random;
    private final long end;

    private AccessList(long seed, int seconds) {
        random = new SplittableRandom(seed);
        end = seconds * SECOND;
    }

    /**
     * Creates a list.
     *
     * @param seed seed of the random choices
     * @param seconds time of the last access
     */
    static List<Access> of(long seed, int seconds) {
        AccessList list = new AccessList(seed, seconds);
        list.readOldFiles();
        list.writeNewFiles();
        list.writeLog();
        list.accesses.sort(Comparator.comparingLong(Access::nanos));
        return list.accesses;
    }

    /** Returns the largest size of a file. */
    static int bytes(int file) {
        return file < OLD_FILES ? OLD_BYTES : NEW_BYTES;
    }

    private void readOldFiles() {
        long step = SECOND / READS_PER_SECOND;
        for (long time = 0; time < end; time += step) {
            int bound = random.nextDouble() < HOT ? HOT_BYTES : OLD_BYTES;
            int offset = random.nextInt((bound - READ) / CHUNK) * CHUNK;
            accesses.add(new Access(time, Kind.RANDOM_READ, random.nextInt(OLD_FILES), offset, READ));
        }
    }

    private void writeNewFiles() {
        int file = FIRST_NEW;
        for (long begin = 0; begin < end - QUIET_SECONDS * SECOND; begin += NEW) {
            int packets = NEW_BYTES / PACKET;
            for (int i = 0; i < packets; i++) {
                accesses.add(new Access(begin + i * SECOND / packets, Kind.WRITE, file, i * PACKET, PACKET));
            }
            long ended = begin + SECOND;
            switch (file % 3) {
                case 0 -> delete(ended + SOON_SECONDS * SECOND, file);
                case 1 -> {
                    scan(ended + SCAN_SECONDS * SECOND / 3, file, packets * PACKET);
                    delete(ended + LATE_SECONDS * SECOND, file);
                }
                default -> scan(ended + SCAN_SECONDS * SECOND, file, packets * PACKET);
            }
            file++;
        }
    }

    private void delete(long time, int file) {
        if (time < end) {
            accesses.add(new Access(time, Kind.DELETE, file, 0, NEW_BYTES));
        }
    }

    private void scan(long time, int file, int bytes) {
        for (int at = 0; at < bytes; at += READ) {
            long moment = time + (long) at / READ * SECOND / READS_PER_SECOND;
            accesses.add(new Access(moment, Kind.SCAN, file, at, Math.min(READ, bytes - at)));
        }
    }

    private void writeLog() {
        int at = 0;
        for (long time = 0; time < end; time += SECOND / SYNCS_PER_SECOND) {
            accesses.add(new Access(time, Kind.WRITE, LOG, at, RECORD));
            accesses.add(new Access(time, Kind.SYNC, LOG, 0, 0));
            at += RECORD;
        }
    }
}
