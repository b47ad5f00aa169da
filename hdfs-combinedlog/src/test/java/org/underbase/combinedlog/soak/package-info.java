/** Soak that kills a DataNode with a journal, or simulates a power failure, under the load of many writers. */
package org.underbase.combinedlog.soak;
