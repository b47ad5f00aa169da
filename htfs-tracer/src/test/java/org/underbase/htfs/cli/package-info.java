/** Tests of {@code underbase trace}. */
package org.underbase.htfs.cli;
