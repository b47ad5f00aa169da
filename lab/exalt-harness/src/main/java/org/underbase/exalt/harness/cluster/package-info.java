/** A cluster of a real NameNode, real DataNodes and many emulated ones, and the JVMs of its clients. */
package org.underbase.exalt.harness.cluster;
