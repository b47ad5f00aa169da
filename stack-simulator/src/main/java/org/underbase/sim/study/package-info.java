/** Studies: figures of FAST '14 from one stream of requests, and their comparison with the paper. */
package org.underbase.sim.study;
