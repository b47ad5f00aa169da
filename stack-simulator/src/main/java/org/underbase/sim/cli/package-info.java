/** The command {@code simulate}. */
package org.underbase.sim.cli;
