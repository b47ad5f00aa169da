/** Parsers of other tools' logs and traces, whose events become a trace. Depends on the format only. */
package org.underbase.htfs.imports;
