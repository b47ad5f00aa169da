/** Real NameNode in a separate JVM with simulated DataNodes, which are only registered, to measure the NameNode alone. */
package org.underbase.bench.tiers.simulated;
