/**
 * Cost of the tracer on the calling thread, measured by JMH in separate JVMs: per recorded call, per read or write of a traced
 * stream without an underlying cost, and per line of text through log4j.
 */
package org.underbase.bench.tracer.micro;
