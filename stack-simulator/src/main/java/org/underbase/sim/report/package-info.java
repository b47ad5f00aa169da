/** Results of simulations: tables, charts, and the spread of several runs. */
package org.underbase.sim.report;
