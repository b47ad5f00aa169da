/** Part {@code cache} of benchmark {@code tiers}: additional replicas of hot files, compared with LRU. */
package org.underbase.bench.tiers.cache;
