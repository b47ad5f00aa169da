/** A replay: its phases, its threads, and its report. */
package org.underbase.replay.run;
