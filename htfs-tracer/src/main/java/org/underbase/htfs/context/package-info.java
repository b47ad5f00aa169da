/** The {@code FileContext} side of the tracer: {@code hdfs://}, and a filter for other schemes. */
package org.underbase.htfs.context;
