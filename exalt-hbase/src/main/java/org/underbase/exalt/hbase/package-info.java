/**
 * A memstore that keeps Tardis data as what it was made from: the memory that HBase needs for it, which no byte code below the JDK can
 * save (NSDI '14, section 4).
 */
package org.underbase.exalt.hbase;
