/** Clusters of processes whose DataNodes are stock or have a journal, otherwise alike. */
package org.underbase.bench.combinedlog.cluster;
