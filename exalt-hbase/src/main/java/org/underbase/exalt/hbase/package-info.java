/**
 * HBase memstore that keeps Tardis data compressed. It saves the heap that byte-code instrumentation below the JDK cannot save (NSDI
 * '14, section 4).
 */
package org.underbase.exalt.hbase;
