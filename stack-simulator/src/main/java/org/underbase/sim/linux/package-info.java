/**
 * Model of the page cache of Linux.
 *
 * <p>Sources: the kernel's documentation, {@code Documentation/admin-guide/sysctl/vm.rst} (write-back),
 * {@code Documentation/mm/} (two lists, activation, working set) and {@code Documentation/filesystems/} (read-ahead), and the
 * Javadoc and defaults of {@code hdfs-default.xml}. Numbers that these do not contain, such as the growth of the read-ahead
 * window, are those of kernels 6.x; the test of this module against the running kernel shows how far they hold.
 *
 * <p>Inferences, which nothing documents for a whole system:
 *
 * <ul>
 *   <li>The size of the cache is constant. On a machine it is what processes leave free, in a control group its limit.
 *   <li>Pages have 4 KiB. File systems with large folios keep several of them together.
 *   <li>Write-back takes no time, except that the writing in the background is limited to the bandwidth of the disks. A page is
 *       clean when its write is submitted.
 *   <li>A write of a part of a page that the cache does not contain reads nothing: HDFS appends, and the last page of a file
 *       that is written is in the cache.
 *   <li>Writes of the file system's metadata and of its journal are not simulated.
 *   <li>Reclaim evicts 32 pages at a time and never before the cache is full.
 * </ul>
 */
package org.underbase.sim.linux;
