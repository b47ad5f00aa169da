/** Recorded streams, which delegate each call to the wrapped stream. */
package org.underbase.htfs.stream;
