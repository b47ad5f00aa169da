/** Where replicas go and where reads are served, by policy: Figures 5 and 6 of the hatS paper. */
package org.underbase.bench.tiers.placement;
