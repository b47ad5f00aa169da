/** Interference of logs with reads and compactions on the same disks (FAST '14, Figure 20), with real daemons and emulated disks. */
package org.underbase.bench.combinedlog.interference;
