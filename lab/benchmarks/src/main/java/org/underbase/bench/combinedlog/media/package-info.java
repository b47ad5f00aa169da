/** The disks that are measured: the machine's own and one that seeks. */
package org.underbase.bench.combinedlog.media;
