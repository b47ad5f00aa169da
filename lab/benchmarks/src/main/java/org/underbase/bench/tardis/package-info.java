/** Compression of sequences against gzip and a scan for zeros, as NSDI '14 has it. */
package org.underbase.bench.tardis;
