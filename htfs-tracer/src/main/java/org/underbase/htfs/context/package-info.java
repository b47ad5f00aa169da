/** The {@code FileContext} side of the tracer: {@code hdfs://}, and a filter for every other scheme. */
package org.underbase.htfs.context;
