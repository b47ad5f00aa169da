/**
 * The recording side of the tracer: a ring of events per calling thread, one background thread that drains the rings and
 * writes blocks to segment files, and live settings and metrics.
 */
package org.underbase.htfs.record;
