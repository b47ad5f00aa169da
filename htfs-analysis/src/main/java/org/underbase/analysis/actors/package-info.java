/** Reads and writes by host, by thread and by user. */
package org.underbase.analysis.actors;
