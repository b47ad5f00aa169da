/** Benchmark {@code localcompact}: savings and costs of local compaction, compared with stock HBase on the same store files. */
package org.underbase.bench.localcompact;
