/** Client program on a node of the cluster's network, which the demo's JVM cannot reach. */
package org.underbase.demo.compaction.client;
