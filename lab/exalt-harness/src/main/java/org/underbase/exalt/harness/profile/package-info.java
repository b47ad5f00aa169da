/** Profiles of the processes of a run: recordings of JDK Flight Recorder, stacks and flame graphs. */
package org.underbase.exalt.harness.profile;
