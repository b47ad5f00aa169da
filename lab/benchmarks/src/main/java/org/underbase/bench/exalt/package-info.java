/** Benchmark {@code exalt}: DataNodes per machine, compression of data, bandwidth on a slow disk, volume per hour. */
package org.underbase.bench.exalt;
