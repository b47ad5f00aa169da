/** A real NameNode, in a JVM of its own, whose registered DataNodes do not exist: to measure it alone. */
package org.underbase.bench.tiers.fake;
