package org.underbase.demo.compaction.client;

/**
 * What the client found.
 *
 * @param files how many store files are compacted
 * @param inputBytes of them
 * @param outputBytes of what a compaction made of them; 0 for anything else
 * @param rows that were read; 0 for anything else
 * @param crc of their keys, time stamps and values, CRC32C
 */
public record Answer(int files, long inputBytes, long outputBytes, long rows, long crc) {}
