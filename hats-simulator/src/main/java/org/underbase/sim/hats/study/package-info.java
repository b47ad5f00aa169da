/** Runs that produce the quantities of hatS, section V, and their comparison with the paper. */
package org.underbase.sim.hats.study;
