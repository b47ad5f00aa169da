package org.underbase.testbed.network;

import java.io.IOException;
import org.underbase.testbed.process.Command;

/** Token buckets of tc(8) on interfaces. */
final class Shaping {
    /** A bucket holds this share of a second, so that a JVM's or kernel's hiccup costs no throughput. */
    private static final long BURSTS_PER_SECOND = 250;

    private static final long SMALLEST_BURST_BYTES = 32 << 10;

    private Shaping() {}

    /** Limits what leaves through an interface, now and live. */
    static void limit(String namespace, String device, Rate rate) throws IOException {
        long burst = Math.max(SMALLEST_BURST_BYTES, rate.bitsPerSecond() / 8 / BURSTS_PER_SECOND);
        Command.of(
                        "tc",
                        "-n",
                        namespace,
                        "qdisc",
                        "replace",
                        "dev",
                        device,
                        "root",
                        "tbf",
                        "rate",
                        rate.toString(),
                        "burst",
                        burst + "b",
                        "latency",
                        "50ms")
                .run()
                .orThrow();
    }
}
