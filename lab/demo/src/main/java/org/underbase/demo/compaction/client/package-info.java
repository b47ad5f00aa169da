/** A client inside the network of the cluster, which the demonstration's own JVM is not. */
package org.underbase.demo.compaction.client;
