package org.underbase.demo.compaction.client;

/**
 * Response of the client.
 *
 * @param files number of store files that are compacted
 * @param inputBytes total size of these files, in bytes
 * @param outputBytes size of the output of a compaction, in bytes; otherwise 0
 * @param rows number of rows read; otherwise 0
 * @param crc CRC32C of the keys, timestamps and values read; otherwise 0
 */
public record Response(int files, long inputBytes, long outputBytes, long rows, long crc) {}
