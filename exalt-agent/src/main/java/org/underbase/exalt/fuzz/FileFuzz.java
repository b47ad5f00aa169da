package org.underbase.exalt.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Does the same to files that the agent compresses and to others, and compares everything that comes back. To be run in a JVM with
 * the agent, which compresses what is in the first directory and nothing in the second.
 */
public final class FileFuzz {
    private static final int ARGUMENTS = 4;
    private static final int OPERATIONS = 150;
    private static final int TOLD = 100_000;

    private FileFuzz() {}

    /**
     * Runs it.
     *
     * @param arguments seed, how many operations, the directory that is compressed, another one; both empty or not there
     * @throws IOException when a directory cannot be made
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
        long told = 0;
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
            if (pair.calls() - told >= TOLD) {
                told = pair.calls();
                System.out.printf(Locale.ROOT, "fuzz: %d operations, %d episodes%n", told, episode);
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
