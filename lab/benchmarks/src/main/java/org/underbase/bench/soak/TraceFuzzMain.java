package org.underbase.bench.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.underbase.htfs.format.TraceFuzz;

/**
 * A process of {@link TraceFuzzSoak}: prints {@code at N} now and then, and at the end {@code result} and the numbers of
 * {@link TraceFuzz.Result}. Ends with a stack trace when the reader fails.
 */
public final class TraceFuzzMain {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private TraceFuzzMain() {}

    /**
     * Tries some inputs.
     *
     * @param args the seed, the first input, the one behind the last
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        AtomicLong next = new AtomicLong(System.nanoTime());
        TraceFuzz.Result result = new TraceFuzz(Long.parseLong(args[0]))
                .run(Long.parseLong(args[1]), Long.parseLong(args[2]), input -> {
                    if (System.nanoTime() - next.get() >= 0) {
                        next.set(System.nanoTime() + EVERY);
                        System.out.println("at " + input);
                    }
                });
        System.out.println("result " + result.inputs() + " " + result.whole() + " " + result.damaged() + " "
                + result.refused() + " " + result.unnoticeable() + " " + result.salvaged() + " "
                + result.mostAllocated());
    }
}
