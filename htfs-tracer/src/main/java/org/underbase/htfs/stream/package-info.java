/** Streams that record what is done with them and leave every answer to the stream they wrap. */
package org.underbase.htfs.stream;
