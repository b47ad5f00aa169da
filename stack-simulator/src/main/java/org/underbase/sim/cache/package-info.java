/**
 * Caches of pages of local files. One pass of {@link org.underbase.sim.cache.LruStack} counts the hits of all sizes of an
 * LRU cache; {@link org.underbase.sim.cache.TieredCache} simulates one pair of RAM and flash.
 */
package org.underbase.sim.cache;
