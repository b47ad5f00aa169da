/** The soaks: long tests with a seed, that run the code of the quick tests with a bigger count. */
package org.underbase.bench.soak;
