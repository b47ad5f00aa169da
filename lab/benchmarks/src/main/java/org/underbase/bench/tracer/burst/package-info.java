/** Events that several threads record at once, without a pause: how many of a million are lost. */
package org.underbase.bench.tracer.burst;
