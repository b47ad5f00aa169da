/** HTML pages that need no network: their frame, charts, tables and files. */
package org.underbase.operator.page;
