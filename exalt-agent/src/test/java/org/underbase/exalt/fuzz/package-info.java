/** Fuzzer that performs the same operations on compressed and on plain files and compares the results, and the soak that runs it. */
package org.underbase.exalt.fuzz;
