/** The peer: a trace as HTFS wrote it (FAST '14 §3.1), one line of text a call through log4j, gzipped afterwards. */
package org.underbase.bench.tracer.text;
