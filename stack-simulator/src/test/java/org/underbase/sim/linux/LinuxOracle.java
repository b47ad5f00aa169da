package org.underbase.sim.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Comparison of {@link LinuxCache} with a page-level simulation: every request to the disks, with its time. */
final class LinuxOracle implements DiskRequests {
    private static final int PAGE = CacheSettings.PAGE;
    private static final long SECOND = 1_000_000_000L;

    private final List<String> requests = new ArrayList<>();

    private LinuxOracle() {}

    /** Returns the first difference of a random case, or an empty text. */
    static String difference(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CacheSettings settings = new CacheSettings(
                32 + random.nextInt(200),
                random.nextBoolean() ? 32 : 8,
                random.nextInt(3) == 0 ? 100 : 0,
                5 + random.nextInt(60),
                random.nextInt(3) == 0 ? 20 : 70,
                30 * SECOND,
                5 * SECOND,
                random.nextBoolean() ? 0 : 1 + random.nextInt(300));
        LinuxOracle oracle = new LinuxOracle();
        LinuxCache cache = new LinuxCache(settings, oracle);
        NaiveLinuxCache naive = new NaiveLinuxCache(settings);
        int files = 1 + random.nextInt(5);
        // Some files lie across a border of the index.
        int filePages = random.nextInt(4) == 0 ? 1100 : 4 + random.nextInt(200);
        int[] positions = new int[files];
        long time = 0;
        int operations = 20 + random.nextInt(150);
        for (int i = 0; i < operations; i++) {
            time += random.nextInt(3) == 0 ? random.nextLong(9 * SECOND) : random.nextLong(SECOND / 10);
            int file = random.nextInt(files);
            int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 90 * PAGE : 5 * PAGE);
            boolean continues = random.nextBoolean() && positions[file] + length < filePages * PAGE;
            int offset = continues ? positions[file] : random.nextInt(filePages) * PAGE + random.nextInt(PAGE);
            length = Math.min(length, filePages * PAGE - offset);
            switch (random.nextInt(12)) {
                case 0 -> {
                    cache.delete(time, file, filePages);
                    naive.delete(time, file, filePages);
                }
                case 1 -> {
                    cache.sync(time, file);
                    naive.sync(time, file);
                }
                case 2 -> {
                    int end = 1 + random.nextInt(filePages);
                    cache.dontNeed(time, file, end);
                    naive.dontNeed(time, file, end);
                }
                case 3, 4, 5, 6 -> {
                    cache.write(time, file, offset, length);
                    naive.write(time, file, offset, length);
                    positions[file] = offset + length;
                }
                default -> {
                    cache.read(time, file, offset, length, filePages);
                    naive.read(time, file, offset, length, filePages);
                    positions[file] = offset + length;
                }
            }
            if (!oracle.requests.equals(naive.requests)) {
                return "operation " + i + ": requests " + oracle.requests + ", expected " + naive.requests;
            }
            oracle.requests.clear();
            naive.requests.clear();
            List<Long> counts = List.of(cache.hits(), cache.misses(), cache.deletedDirty(), (long) cache.used());
            List<Long> expected = List.of(naive.hits, naive.misses, naive.deletedDirty, (long) naive.used());
            if (!counts.equals(expected)) {
                return "operation " + i + ": counts " + counts + ", expected " + expected;
            }
        }
        return "";
    }

    @Override
    public void read(long time, int file, int first, int pages, boolean ahead) {
        for (int page = first; page < first + pages; page++) {
            requests.add(time + " read " + file + " " + page + (ahead ? " ahead" : ""));
        }
    }

    @Override
    public void write(long time, int file, int first, int pages, WriteCause cause) {
        for (int page = first; page < first + pages; page++) {
            requests.add(time + " write " + file + " " + page + " " + cause);
        }
    }
}
