/** MapReduce jobs that read from fast tiers. */
package org.underbase.tier.mapreduce;
