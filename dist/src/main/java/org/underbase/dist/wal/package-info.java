/** Glue between two independent modules: the combined log's WAL directories on tiers. */
package org.underbase.dist.wal;
