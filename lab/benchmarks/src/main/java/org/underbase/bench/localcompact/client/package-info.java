/** Client inside the cluster's network, in a separate JVM on a node. */
package org.underbase.bench.localcompact.client;
