/** Soak of local compaction: randomized faults at each fault point, with checks of rows, files and leftovers. */
package org.underbase.localcompact.soak;
