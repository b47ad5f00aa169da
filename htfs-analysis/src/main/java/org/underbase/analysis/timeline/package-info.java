/** Bytes over time. */
package org.underbase.analysis.timeline;
