/** What logs do to reads and compactions on the same disks: FAST '14, Metric 20, on real daemons and emulated disks. */
package org.underbase.bench.combinedlog.interference;
