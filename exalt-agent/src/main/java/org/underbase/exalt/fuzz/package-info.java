/** A program that does the same to compressed files and to plain ones and compares: to see the agent work on a JDK. */
package org.underbase.exalt.fuzz;
