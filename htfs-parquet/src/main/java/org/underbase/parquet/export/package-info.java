/** Export of a trace: the tables events and files. */
package org.underbase.parquet.export;
