/** Baseline: a trace as in the HTFS paper (FAST '14 §3.1), one line of text per call through log4j, then gzipped. */
package org.underbase.bench.tracer.text;
