/** Runs of JMH. */
package org.underbase.bench.jmh;
