/** Suites of Hadoop's and HBase's own tests, run with a feature and without it. */
package org.underbase.bench.upstream;
