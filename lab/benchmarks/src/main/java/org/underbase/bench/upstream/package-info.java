/** Suites of Hadoop's and HBase's own tests, run with a feature and on stock. */
package org.underbase.bench.upstream;
