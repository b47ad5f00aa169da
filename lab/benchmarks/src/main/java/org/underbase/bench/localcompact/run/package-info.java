/** A whole run of the Facebook-Messages workload, by stock and by ours. */
package org.underbase.bench.localcompact.run;
