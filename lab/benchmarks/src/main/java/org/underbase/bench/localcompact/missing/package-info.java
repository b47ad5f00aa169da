/** Decisions and network traffic of compactions when nodes lack inputs or are lost. */
package org.underbase.bench.localcompact.missing;
