/**
 * The tracer's cost on the calling thread, by JMH in JVMs of its own: what one recorded call costs, what a traced stream
 * adds to a read or a write that itself costs nothing, and what a line of text through log4j costs.
 */
package org.underbase.bench.tracer.micro;
