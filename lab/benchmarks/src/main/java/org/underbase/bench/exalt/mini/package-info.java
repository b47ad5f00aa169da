/** Hadoop's MiniDFSCluster in a separate JVM, for comparison. */
package org.underbase.bench.exalt.mini;
