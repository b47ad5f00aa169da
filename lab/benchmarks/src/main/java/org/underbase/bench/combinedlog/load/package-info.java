/** Threads that do the same again and again, and how long each time took. */
package org.underbase.bench.combinedlog.load;
