/** RPC protocols of the combined log: messages and interfaces that clients and daemons share. */
package org.underbase.combinedlog.protocol;
