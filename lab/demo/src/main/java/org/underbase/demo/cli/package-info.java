/** The {@code demo} verb. */
package org.underbase.demo.cli;
