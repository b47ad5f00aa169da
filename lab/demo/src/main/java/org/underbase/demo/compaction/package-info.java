/** Comparison of a stock and a local compaction of the same store files, and of their network bytes. */
package org.underbase.demo.compaction;
