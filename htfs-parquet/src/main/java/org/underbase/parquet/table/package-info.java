/** Parquet files: columns and writer. */
package org.underbase.parquet.table;
