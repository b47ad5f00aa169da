/** Disks with a scheduler. A disk receives the requests that missed the caches, in the order of their time. */
package org.underbase.sim.disk;
