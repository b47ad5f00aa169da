/** A client inside the cluster's network, which the benchmark's own JVM is not. */
package org.underbase.bench.localcompact.client;
