/**
 * Operating-system processes: commands, process identities, and the cluster reaper, which removes all processes and files of
 * a cluster even if its JVM was killed.
 */
package org.underbase.testbed.process;
