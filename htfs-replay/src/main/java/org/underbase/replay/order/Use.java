package org.underbase.replay.order;

/**
 * Use of a resource by a call.
 *
 * @param resource identity of the stream, file or path
 * @param mode how the call uses it
 */
record Use(Object resource, Mode mode) {}
