/** The verb {@code analyze}. */
package org.underbase.analysis.cli;
