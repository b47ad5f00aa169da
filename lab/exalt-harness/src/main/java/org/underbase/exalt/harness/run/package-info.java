/** Run of a load, from the start of its cluster to its result. */
package org.underbase.exalt.harness.run;
