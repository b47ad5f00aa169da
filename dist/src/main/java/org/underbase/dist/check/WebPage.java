package org.underbase.dist.check;

/**
 * Address of a daemon's web server.
 *
 * @param daemon human-readable name of the daemon
 * @param host host name
 * @param port port
 */
record WebPage(String daemon, String host, int port) {}
