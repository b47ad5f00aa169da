/** Clusters whose nodes have separate links, and their resource usage. */
package org.underbase.bench.localcompact.cluster;
