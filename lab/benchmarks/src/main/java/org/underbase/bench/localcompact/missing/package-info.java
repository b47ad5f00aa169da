/** What is decided, and what crosses the links, when nodes miss inputs or are lost. */
package org.underbase.bench.localcompact.missing;
