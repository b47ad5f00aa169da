/** Benchmark {@code tardis}: compression of sequences, gzip and scans for zeros, as in NSDI '14. */
package org.underbase.bench.tardis;
