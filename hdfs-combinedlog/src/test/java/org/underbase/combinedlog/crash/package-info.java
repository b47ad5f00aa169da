/** Crashes of DataNodes that run in JVMs of their own, below directories with durable hflush. */
package org.underbase.combinedlog.crash;
