/** Questions of operators: features as changes of a system, its hardware, and the recommendation. */
package org.underbase.sim.whatif;
