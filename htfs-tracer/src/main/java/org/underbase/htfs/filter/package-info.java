/** The traced filter for every scheme that is not {@code hdfs://}, and the builders and uploaders it hands out. */
package org.underbase.htfs.filter;
