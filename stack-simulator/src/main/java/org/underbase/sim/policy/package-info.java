/** Policies that choose the page which a cache evicts, at the level of pages. */
package org.underbase.sim.policy;
