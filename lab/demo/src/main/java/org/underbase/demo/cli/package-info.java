/** The command {@code demo}. */
package org.underbase.demo.cli;
