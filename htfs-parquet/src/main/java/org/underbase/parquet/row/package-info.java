/** Events with the keys of their files, and their sort with bounded memory. */
package org.underbase.parquet.row;
