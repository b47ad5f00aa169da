package org.underbase.sim.study;

/**
 * Use of the caches of one system, in pages.
 *
 * @param ramReads pages found in RAM
 * @param ramWrites pages that enter RAM
 * @param flashReads pages found in flash
 * @param flashWrites pages that enter flash
 */
record CacheUse(long ramReads, long ramWrites, long flashReads, long flashWrites) {}
