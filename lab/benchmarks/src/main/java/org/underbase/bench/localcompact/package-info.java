/** {@code bench localcompact}: what local compaction saves and costs, against stock HBase on the same store files. */
package org.underbase.bench.localcompact;
