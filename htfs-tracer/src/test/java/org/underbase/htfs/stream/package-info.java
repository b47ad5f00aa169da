/** Tests of recorded streams. */
package org.underbase.htfs.stream;
