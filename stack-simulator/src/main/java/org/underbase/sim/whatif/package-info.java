/** Predictions of the effect of features, from the bytes of a trace without them. */
package org.underbase.sim.whatif;
