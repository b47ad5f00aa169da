/** The command {@code analyze}. */
package org.underbase.analysis.cli;
