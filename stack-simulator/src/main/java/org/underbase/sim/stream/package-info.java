/**
 * File format of requests. A file begins with a magic, a version and feature flags. Blocks of columns follow: each has its
 * number of requests, its sizes, a CRC of these fields and of the data, and the data, compressed by zstd. An empty block ends
 * the file. The columns are type, time, file, offset and length; all but the type are variable-length differences from the
 * previous request.
 */
package org.underbase.sim.stream;
