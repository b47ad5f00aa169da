/** Clusters of a real NameNode, real and emulated DataNodes, optionally HBase, and the JVMs of clients. */
package org.underbase.exalt.harness.cluster;
