/** Where processes of a run spend their time: recordings of the JDK's Flight Recorder, stacks, flame graphs. */
package org.underbase.exalt.harness.profile;
