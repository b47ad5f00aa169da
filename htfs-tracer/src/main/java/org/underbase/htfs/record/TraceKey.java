package org.underbase.htfs.record;

/**
 * A configuration key of the tracer.
 *
 * @param name the key
 * @param type what its value is, for people: {@code boolean}, {@code number}, {@code size}, {@code duration} ...
 * @param defaultValue the value when it is not set, as it would be written
 * @param doc what it does
 * @param live whether the control file and JMX can change it while the process runs
 */
public record TraceKey(String name, String type, String defaultValue, String doc, boolean live) {}
