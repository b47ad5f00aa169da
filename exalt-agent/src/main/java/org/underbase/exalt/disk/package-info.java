/**
 * Compressed file: a log in which runs of Tardis sequences and raw bytes are appended, with an index in memory (NSDI '14, section 3.4).
 * It reports logical sizes and bytes; only raw bytes take disk space.
 */
package org.underbase.exalt.disk;
