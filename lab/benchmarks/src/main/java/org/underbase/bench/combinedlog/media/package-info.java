/** Measured disks: the machine's disk and an emulated disk that seeks. */
package org.underbase.bench.combinedlog.media;
