/** One major compaction of the same store files, by stock and by ours. */
package org.underbase.bench.localcompact.major;
