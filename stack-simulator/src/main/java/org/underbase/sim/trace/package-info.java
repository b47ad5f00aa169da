/** Requests of one DataNode from a recorded trace: the compiler, its model of machines and replicas, and what it rejects. */
package org.underbase.sim.trace;
