/** Hadoop's own cluster in a JVM, to stand beside. */
package org.underbase.bench.exalt.mini;
