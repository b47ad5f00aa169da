package org.underbase.htfs.imports;

/**
 * A process of a source, whose events become the segments of one process.
 *
 * @param id identity in the source, unique among all processes of an import
 * @param host host of the process, or a name for the source if it has no host
 * @param pid process id, or another number that distinguishes processes of a host
 */
public record SourceProcess(String id, String host, long pid) {}
