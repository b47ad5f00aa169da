/**
 * Operating-system processes: starting them, naming them safely, running commands, and the guard
 * that removes whatever a cluster made, even when the JVM that made it was killed. Internal to the
 * testbed.
 */
package org.underbase.testbed.process;
