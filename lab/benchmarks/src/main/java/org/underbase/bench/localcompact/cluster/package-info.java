/** Clusters whose nodes have links of their own, and what their nodes used. */
package org.underbase.bench.localcompact.cluster;
