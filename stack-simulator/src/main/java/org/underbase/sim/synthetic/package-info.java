/** Generated requests with the marginal distributions that FAST '14 reports for Facebook Messages. */
package org.underbase.sim.synthetic;
