/**
 * Sequential writing and reading and random reading of files on any Hadoop file system, like Hadoop's TestDFSIO but in one
 * process. The entry point is {@link org.underbase.workload.dfsio.Dfsio}.
 */
package org.underbase.workload.dfsio;
