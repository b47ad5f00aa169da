/** Major compactions of the same store files, local and stock. */
package org.underbase.bench.localcompact.major;
