package org.underbase.dist.check;

/**
 * Where a daemon answers HTTP.
 *
 * @param daemon which daemon, for people
 * @param host its host name
 * @param port its port
 */
record WebPage(String daemon, String host, int port) {}
