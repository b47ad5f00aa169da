/** Disks of nodes: plain directories, and emulated disks with bandwidth, seek and flush times. */
package org.underbase.testbed.disk;
