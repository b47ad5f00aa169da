/** Command {@code underbase trace export parquet}. */
package org.underbase.parquet.cli;
