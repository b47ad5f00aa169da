/** Benchmark of the simulated caches and disks. */
package org.underbase.bench.simulator;
