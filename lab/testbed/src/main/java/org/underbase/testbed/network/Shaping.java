package org.underbase.testbed.network;

import java.io.IOException;
import org.underbase.testbed.process.Command;

/** Token-bucket limits of tc(8) on interfaces. */
final class Shaping {
    /** A bucket contains 1/250 s of traffic, so that short pauses of a JVM or the kernel do not reduce throughput. */
    private static final long BURSTS_PER_SECOND = 250;

    private static final long MIN_BURST_BYTES = 32 << 10;

    private Shaping() {}

    /** Limits the outgoing traffic of an interface from now on. */
    static void limit(String namespace, String device, Rate rate) throws IOException {
        long burst = Math.max(MIN_BURST_BYTES, rate.bitsPerSecond() / 8 / BURSTS_PER_SECOND);
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
