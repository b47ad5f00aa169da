/** Location of replicas and reads by policy: Figures 5 and 6 of the hatS paper. */
package org.underbase.bench.tiers.placement;
