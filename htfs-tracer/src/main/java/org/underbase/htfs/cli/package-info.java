/** {@code underbase trace}: what an operator does with traces on the command line, one class for each verb. */
package org.underbase.htfs.cli;
