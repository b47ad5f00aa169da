/** Tests of imports. */
package org.underbase.htfs.imports;
