/** Synthetic traces for tests. */
package org.underbase.analysis.testing;
