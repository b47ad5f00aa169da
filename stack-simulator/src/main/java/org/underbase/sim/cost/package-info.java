/** Wear and cost of hardware, and the systems that are worth their price. */
package org.underbase.sim.cost;
