package org.underbase.exalt.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Program that performs the same operations on compressed and on plain files and compares all results. It runs in a JVM whose agent
 * compresses the files of the first directory only.
 */
public final class FileFuzz {
    private static final int ARGUMENTS = 4;
    private static final int OPERATIONS = 150;
    private static final int REPORT_INTERVAL = 100_000;

    private FileFuzz() {}

    /**
     * Runs the fuzzer.
     *
     * @param arguments seed, number of operations, compressed directory, plain directory; both directories are empty or missing
     * @throws IOException if a directory cannot be created
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != ARGUMENTS) {
            System.err.println("usage: FileFuzz SEED OPERATIONS COMPRESSED-DIRECTORY PLAIN-DIRECTORY");
            System.exit(2);
        }
        long seed = Long.parseLong(arguments[0]);
        long wanted = Long.parseLong(arguments[1]);
        Path compressed = Files.createDirectories(Path.of(arguments[2])).toRealPath();
        Path plain = Files.createDirectories(Path.of(arguments[3])).toRealPath();
        Pair pair = new Pair(new Side(compressed), new Side(plain));
        long reported = 0;
        long episode = 0;
        while (pair.calls() < wanted) {
            Random random = new Random(seed * 1_000_003 + episode);
            try {
                Operations operations = new Operations(pair, random);
                for (int i = 0; i < OPERATIONS; i++) {
                    operations.next();
                }
                operations.compareAll();
            } catch (DifferenceException e) {
                System.out.printf(
                        Locale.ROOT,
                        "fuzz: java=%s seed=%d episode=%d differs after%n  %s%n",
                        Runtime.version(),
                        seed,
                        episode,
                        e.getMessage());
                System.exit(1);
            }
            pair.clear();
            episode++;
            if (pair.calls() - reported >= REPORT_INTERVAL) {
                reported = pair.calls();
                System.out.printf(Locale.ROOT, "fuzz: %d operations, %d episodes%n", reported, episode);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "fuzz: java=%s seed=%d operations=%d episodes=%d differences=0%n",
                Runtime.version(),
                seed,
                pair.calls(),
                episode);
    }
}
