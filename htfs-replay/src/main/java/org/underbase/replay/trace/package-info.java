/** The trace that is replayed: its calls in the order of time, with their files and the paths of the replay. */
package org.underbase.replay.trace;
