/**
 * Sequential writing and reading and random reading of files on any Hadoop file system, after Hadoop's TestDFSIO but in
 * one process. {@link org.underbase.workload.dfsio.Dfsio} is the way in.
 */
package org.underbase.workload.dfsio;
