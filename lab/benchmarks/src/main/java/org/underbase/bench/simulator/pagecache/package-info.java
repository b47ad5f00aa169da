/** The same list of file accesses on the kernel's page cache and on its model. */
package org.underbase.bench.simulator.pagecache;
