/** Commands {@code bench} and {@code soak}. */
package org.underbase.bench.cli;
