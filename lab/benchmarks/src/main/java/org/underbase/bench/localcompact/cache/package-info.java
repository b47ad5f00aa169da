/** Readers' hits in the page cache during compactions. */
package org.underbase.bench.localcompact.cache;
