/**
 * A file that keeps sequences as runs and everything else as it is: a log in which updates in place are appended (NSDI '14, section
 * 3.4), with its index in memory. It tells the sizes and bytes that were written, and takes the disk for what cannot be described.
 */
package org.underbase.exalt.disk;
