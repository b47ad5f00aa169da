/** Sizes and lifetimes of the files created during a trace (FAST '14, section 4.3, Figures 5 and 6). */
package org.underbase.analysis.files;
