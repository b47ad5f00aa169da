/** Where two modules that do not know each other meet: the WAL directories of the combined log, on tiers. */
package org.underbase.dist.wal;
