/** DataNodes of a simulated cluster, and the NameNode's decisions about them by {@code tier-policy}. */
package org.underbase.sim.hats.cluster;
