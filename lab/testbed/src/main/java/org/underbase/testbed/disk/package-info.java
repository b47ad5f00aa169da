/** The disks of a node: plain directories, or emulated disks that are slow the way real ones are. */
package org.underbase.testbed.disk;
