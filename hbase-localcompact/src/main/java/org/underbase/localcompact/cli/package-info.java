/** Command {@code underbase localcompact}. */
package org.underbase.localcompact.cli;
