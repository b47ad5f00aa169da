/** Command {@code simulate-tiers}. */
package org.underbase.sim.hats.cli;
