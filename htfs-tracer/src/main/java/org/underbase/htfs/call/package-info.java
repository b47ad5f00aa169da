/** How a call on a file system becomes one event: timing, outcome, the table of files, and the facts told as detail. */
package org.underbase.htfs.call;
