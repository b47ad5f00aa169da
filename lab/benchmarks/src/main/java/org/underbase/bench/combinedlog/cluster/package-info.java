/** Clusters whose DataNodes are stock or have a journal, with otherwise equal settings. */
package org.underbase.bench.combinedlog.cluster;
