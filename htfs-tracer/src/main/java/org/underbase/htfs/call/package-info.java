/** Conversion of file-system calls to events: timing, outcome, updates of the file table, and detail. */
package org.underbase.htfs.call;
