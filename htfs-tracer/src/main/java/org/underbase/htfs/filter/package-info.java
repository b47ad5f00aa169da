/** The traced filter for schemes other than {@code hdfs://}, with its builders and uploaders. */
package org.underbase.htfs.filter;
