/** Complete run of the Facebook-Messages workload with local and with stock compaction. */
package org.underbase.bench.localcompact.run;
