/** Studies of several runs: their description in a file, and results that outlive a kill. */
package org.underbase.sim.run;
