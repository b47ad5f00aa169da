/** Export of traces to Parquet. */
package org.underbase.parquet;
