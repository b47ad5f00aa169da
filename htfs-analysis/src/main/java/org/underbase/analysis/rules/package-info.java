/** Rules that the figures of one trace must satisfy together. */
package org.underbase.analysis.rules;
