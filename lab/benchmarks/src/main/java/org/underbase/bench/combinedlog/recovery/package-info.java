/** Time from the crash of a DataNode with a full journal until it serves. */
package org.underbase.bench.combinedlog.recovery;
