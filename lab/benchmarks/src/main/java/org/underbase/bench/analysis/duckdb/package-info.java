/** DuckDB on the Parquet tables of a trace, with the queries of docs/parquet.md. */
package org.underbase.bench.analysis.duckdb;
